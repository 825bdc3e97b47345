/** The plain converter of Responses streams (https://platform.openai.com/docs/api-reference/responses-streaming). Not here: one output item (response-item.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import { failureOf } from './failure.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import type { PlainWire } from './plain-wire.ts'
import { openaiResponsesRequest } from './requests/responses.ts'
import { ResponseItem } from './response-item.ts'
import { count, fields, given, isFields, list, text, type Fields } from './values.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  completed: 'stop',
  cancelled: 'aborted',
  max_output_tokens: 'max-tokens',
  content_filter: 'content-filter',
}

/** Events that say a piece of an item, by the item's type: the field that holds it. Those that end in `.done` hold all of it. */
const pieces: Readonly<Record<string, { type: string; field: string }>> = {
  'response.output_text.delta': { type: 'message', field: 'delta' },
  'response.output_text.done': { type: 'message', field: 'text' },
  'response.refusal.delta': { type: 'message', field: 'delta' },
  'response.refusal.done': { type: 'message', field: 'refusal' },
  'response.reasoning_summary_text.delta': { type: 'reasoning', field: 'delta' },
  'response.reasoning_summary_text.done': { type: 'reasoning', field: 'text' },
  'response.reasoning_text.delta': { type: 'reasoning', field: 'delta' },
  'response.reasoning_text.done': { type: 'reasoning', field: 'text' },
  'response.function_call_arguments.delta': { type: 'function_call', field: 'delta' },
  'response.function_call_arguments.done': { type: 'function_call', field: 'arguments' },
}

const terminal = /^response\.(?:completed|incomplete|failed|cancelled|done)$/

class ResponsesStream extends PlainStream {
  readonly #items: ResponseItem[] = []
  readonly #byIndex = new Map<unknown, ResponseItem>()
  #hasCalls = false

  protected reasonOf(word: string): FinishReason {
    return word === 'completed' && this.#hasCalls ? 'tool-calls' : reasonIn(reasons, word)
  }

  protected read(payload: unknown): void {
    const event = fields(payload)
    const type = text(event['type'])
    if (terminal.test(type)) return this.#finish(fields(event['response']), type)
    if (this.failure !== undefined) return
    if (type === 'error' || (type === '' && isFields(event['error']))) this.failure = failureOf(event)
    else this.#readEvent(event, type)
  }

  #readEvent(event: Fields, type: string): void {
    if (isFields(event['response'])) this.#noteMeta(event['response'])
    const piece = Object.hasOwn(pieces, type) ? pieces[type] : undefined
    if (piece !== undefined) {
      const said = text(event[piece.field])
      const item = this.#itemOf(event, piece.type)
      return item.say({ ...placeOf(event, type), isWhole: type.endsWith('.done') }, said)
    }
    const raw = fields(event['item'])
    if (type === 'response.output_item.added') this.#add(event, raw)
    else if (type === 'response.output_item.done') this.#itemOf(event, text(raw['type'])).close(raw)
    else if (type.startsWith('response.content_part.') && isFields(event['part']))
      this.#itemOf(event, 'message').takePart(placeOf(event, type).part, event['part'])
    else if (type === 'response.output_text.annotation.added')
      this.#itemOf(event, 'message').cite(event['annotation'])
  }

  /** An index that a finished item had, or one of another type, is used for another item. */
  #add(event: Fields, raw: Fields): void {
    const known = this.#byIndex.get(event['output_index'])
    if (known === undefined || known.isClosed || known.type !== raw['type'])
      this.#put(event['output_index'], text(raw['type'])).open(raw)
  }

  #put(index: unknown, type: string): ResponseItem {
    const item = new ResponseItem(type, this.output)
    this.#items.push(item)
    if (index !== undefined) this.#byIndex.set(index, item)
    this.#hasCalls ||= type === 'function_call'
    return item
  }

  /** By `output_index`, else the last open one of the type; ids change from event to event behind some gateways. */
  #itemOf(event: Fields, type: string): ResponseItem {
    const index = event['output_index']
    const open = this.#items.findLast((item) => item.type === type && !item.isClosed)
    return (index === undefined ? open : this.#byIndex.get(index)) ?? this.#put(index, type)
  }

  #noteMeta(response: Fields): void {
    const { meta } = this.output
    const [id, model] = [text(response['id']), text(response['model'])]
    if (id !== '') meta.responseId ??= id
    if (model !== '') meta.model ??= model
  }

  #finish(response: Fields, type: string): void {
    this.isOver = true
    this.#noteMeta(response)
    if (isFields(response['usage'])) this.output.usage = countsOf(response['usage'])
    if (this.failure !== undefined) return
    const status = text(response['status']) || type.slice('response.'.length)
    if (status === 'failed') this.failure = failureOf(given(response['error'], response))
    const reason = text(fields(response['incomplete_details'])['reason'])
    this.word = status === 'incomplete' ? reason || status : status === 'failed' ? '' : status
    this.#fill(list(response['output']))
  }

  /** The output repeats what was streamed, or says it for the first time; some senders leave items of a type out. */
  #fill(output: readonly unknown[]): void {
    const streamed = [...this.#items]
    for (const raw of output.map(fields)) {
      const at = streamed.findIndex(({ type }) => type === raw['type'])
      const known = at === -1 ? undefined : streamed.splice(at, 1)[0]
      if (known !== undefined) known.repeat(raw)
      else {
        const item = this.#put(undefined, text(raw['type']))
        item.open({ ...raw, content: [], arguments: '' })
        item.close(raw)
      }
    }
  }
}

function placeOf(event: Fields, type: string) {
  const part = given(event['content_index'], event['summary_index'], 0)
  return { part: Number(part), isRefusal: type.includes('refusal') }
}

/** Cached tokens are a part of the input, reasoning one of the output: SDK `openai`, `ResponseUsage`. */
function countsOf(usage: Fields) {
  const input = fields(usage['input_tokens_details'])
  const cacheReadTokens = count(input['cached_tokens']) ?? 0
  const cacheWriteTokens = count(input['cache_write_tokens']) ?? 0
  return {
    inputTokens: (count(usage['input_tokens']) ?? 0) - cacheReadTokens - cacheWriteTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: count(usage['output_tokens']) ?? 0,
    reasoningTokens: count(fields(usage['output_tokens_details'])['reasoning_tokens']) ?? 0,
  }
}

export const openaiResponses: PlainWire = {
  name: 'openai-responses',
  path: () => '/v1/responses',
  toRequest: openaiResponsesRequest,
  start: () => new ResponsesStream(),
  payloadsOfBody: (response) => [{ type: 'response.done', response }],
}
