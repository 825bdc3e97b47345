/**
 * Fixtures of @copilotkit/aimock: what an answer said, without one byte of it
 * (https://github.com/CopilotKit/aimock). The stream is written anew as a chat completion, so it is marked lossy.
 */

import { at, type Fields, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { ForeignExchange } from './exchange.ts'
import type { Importer, RefusedExchange } from './importer.ts'
import { synthesise } from './synthesise.ts'

export const aimock: Importer = {
  format: 'aimock-lossy',
  recognise(file) {
    const fixtures = listAt(file.json(), 'fixtures') ?? []
    return (
      fixtures.length > 0 &&
      fixtures.every((one) => isFields(at(one, 'match')) && isFields(at(one, 'response')))
    )
  },
  read: (file) => (listAt(file.json(), 'fixtures') ?? []).map(exchangeOf),
}

/** Fields that make aimock break an answer off, at places that depend on its own frames. */
const faultFields = ['truncateAfterChunks', 'disconnectAfterMs', 'chaos']

function exchangeOf(fixture: unknown, k: number): ForeignExchange | RefusedExchange {
  const response = at(fixture, 'response')
  if (!isFields(response)) return { refused: 'has no response', field: `fixtures[${k}].response` }
  const fault = faultFields.find((name) => at(fixture, name) !== undefined)
  if (fault !== undefined) {
    return { refused: 'breaks its answer off where no stored byte tells', field: `fixtures[${k}].${fault}` }
  }
  const request = requestOf(at(fixture, 'match'), response)
  if (isFields(response['error'])) return { ...request, ...errorAnswer(response) }
  const deltas = deltasOf(response, numberAt(fixture, 'chunkSize'))
  if (deltas === undefined) {
    return { refused: 'is no answer of a chat', field: `fixtures[${k}].response` }
  }
  const { body, contentType } = synthesise(chunksOf(response, deltas).map((chunk) => JSON.stringify(chunk)))
  return { ...request, headers: { 'content-type': contentType }, body, framing: 'synthesised' }
}

/** The pattern that a request must match is the nearest thing to the request itself. */
function requestOf(match: unknown, response: Fields): Pick<ForeignExchange, 'url' | 'requestBody'> {
  const content = textAt(match, 'userMessage')
  const model = textAt(match, 'model') ?? textAt(response, 'model')
  const messages = content === undefined ? [] : [{ role: 'user', content }]
  const body = JSON.stringify({ ...(model !== undefined && { model }), messages, stream: true })
  return { url: '/v1/chat/completions', requestBody: Buffer.from(body) }
}

function errorAnswer(response: Fields): ForeignExchange {
  const status = numberAt(response, 'status') ?? 500
  const retryAfter = numberAt(response, 'retryAfter') ?? (status === 429 ? 1 : undefined)
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: Buffer.from(JSON.stringify({ error: response['error'] })),
    framing: 'synthesised',
  }
}

/** What the fixture says, in the order in which it would be streamed; nothing for images, sound and the like. */
function deltasOf(response: Fields, pieceLength: number | undefined): object[] | undefined {
  const text = (key: string, value: unknown) =>
    pieces(asText(value), pieceLength).map((piece) => ({ [key]: piece }))
  const calls = listAt(response, 'toolCalls')
  const blocks = listAt(response, 'blocks')
  const content = response['content']
  if (calls === undefined && blocks === undefined && content === undefined) return undefined
  const reasoning = text('reasoning_content', response['reasoning'])
  if (blocks === undefined)
    return [...reasoning, ...text('content', content), ...(calls ?? []).flatMap(callDeltas)]
  let callCount = 0
  return [
    ...reasoning,
    ...blocks.flatMap((block) =>
      textAt(block, 'type') === 'toolCall'
        ? callDeltas(block, callCount++)
        : text('content', at(block, 'text')),
    ),
  ]
}

function callDeltas(call: unknown, index: number): object[] {
  const id = textAt(call, 'id') ?? `call_${index}`
  const named = { index, id, type: 'function', function: { name: textAt(call, 'name') ?? '', arguments: '' } }
  const told = { index, function: { arguments: asText(at(call, 'arguments')) } }
  return [{ tool_calls: [named] }, { tool_calls: [told] }]
}

/** Authors may write objects where the provider sends their JSON text. */
function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function pieces(text: string, length: number | undefined): string[] {
  if (text === '') return []
  if (length === undefined || length < 1) return [text]
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, k) =>
    characters.slice(k * length, (k + 1) * length).join(''),
  )
}

function chunksOf(response: Fields, deltas: readonly object[]): object[] {
  const head = {
    id: textAt(response, 'id') ?? 'chatcmpl-aimock',
    object: 'chat.completion.chunk',
    created: numberAt(response, 'created') ?? 0,
    model: textAt(response, 'model') ?? 'unknown',
  }
  const hasCall = deltas.some((delta) => 'tool_calls' in delta)
  const reason = textAt(response, 'finishReason') ?? (hasCall ? 'tool_calls' : 'stop')
  const choice = (delta: object, finish_reason: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  })
  const usage = usageOf(response['usage'])
  return [
    choice({ role: textAt(response, 'role') ?? 'assistant' }, null),
    ...deltas.map((delta) => choice(delta, null)),
    choice({}, reason),
    ...(usage === undefined ? [] : [{ ...head, choices: [], usage }]),
  ]
}

/** Token counts under the names of the fixture's own provider; none where it kept none. */
function usageOf(usage: unknown): object | undefined {
  if (!isFields(usage)) return undefined
  const first = (...names: string[]) =>
    names.map((name) => numberAt(usage, name)).find((found) => found !== undefined)
  const input = first('prompt_tokens', 'input_tokens', 'promptTokenCount') ?? 0
  const output = first('completion_tokens', 'output_tokens', 'candidatesTokenCount') ?? 0
  const total = first('total_tokens', 'totalTokenCount') ?? input + output
  const details = ['prompt_tokens_details', 'completion_tokens_details'].filter((name) =>
    isFields(usage[name]),
  )
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
    ...Object.fromEntries(details.map((name) => [name, usage[name]])),
  }
}
