/** The plain converter of pi-ai's assistant message events (`AssistantMessageEvent` of `@earendil-works/pi-ai` 1.6.0). Not here: pi-ai's own wires. */

import { isDeepStrictEqual } from 'node:util'
import type { Failure } from '../../turn/failure.ts'
import type { FinishReason } from '../../turn/turn.ts'
import { codeOf } from './failure.ts'
import type { Call, Prose } from './output.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import type { PlainWire } from './plain-wire.ts'
import { count, fields, isFields, list, parsed, text, type Fields } from './values.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  toolUse: 'tool-calls',
  length: 'max-tokens',
  pending: 'error',
}

class EventStream extends PlainStream {
  readonly #prose = new Map<number, Prose>()
  readonly #calls = new Map<number, Call>()
  #wasAborted: Failure | undefined

  protected reasonOf(word: string): FinishReason {
    return reasonIn(reasons, word)
  }

  protected read(payload: unknown): void {
    const event = fields(payload)
    const [kind = '', stage = ''] = text(event['type']).split('_')
    const at = count(event['contentIndex']) ?? 0
    if (kind === 'text' || kind === 'thinking') this.#readProse(at, kind, stage, event)
    else if (kind === 'toolcall') this.#readCall(at, stage, event)
    else if (kind === 'done') this.#finish(fields(event['message']), text(event['reason']))
    else if (kind === 'error') this.#failed(fields(event['error']), text(event['reason']))
    if (isFields(event['partial'])) this.#identify(event['partial'])
  }

  #readProse(at: number, kind: 'text' | 'thinking', stage: string, event: Fields): void {
    const block = this.#prose.get(at) ?? this.output.prose(kind === 'thinking' ? 'reasoning' : 'text')
    this.#prose.set(at, block)
    if (stage === 'delta') block.add(text(event['delta']))
    if (stage !== 'end') return
    this.#sign(at, fields(list(fields(event['partial'])['content'])[at]))
    if (!block.redacted) block.complete(text(event['content']))
    block.end()
  }

  /** Calls end with `done`: after a cut pi-ai ends them before it tells the error. */
  #readCall(at: number, stage: string, event: Fields): void {
    const entry = stage === 'end' ? event['toolCall'] : list(fields(event['partial'])['content'])[at]
    const call = this.#calls.get(at) ?? this.output.call(identityOf(fields(entry)))
    this.#calls.set(at, call)
    if (stage === 'delta') call.add(text(event['delta']))
    if (stage === 'end') takeValue(call, fields(entry))
  }

  /** Ids, names and signatures stand in the message that comes along, at whatever event they appear there. */
  #identify(message: Fields): void {
    const content = list(message['content']).map(fields)
    for (const [at, call] of this.#calls) {
      call.identify(identityOf(content[at] ?? {}))
      call.signature ||= text(content[at]?.['thoughtSignature'])
    }
    for (const at of this.#prose.keys()) this.#sign(at, content[at] ?? {})
    const model = text(message['responseModel']) || text(message['model'])
    if (model !== '') this.output.meta.model = model
    if (text(message['responseId']) !== '') this.output.meta.responseId = text(message['responseId'])
  }

  #sign(at: number, entry: Fields): void {
    const block = this.#prose.get(at)
    if (block === undefined || entry['type'] !== 'thinking') return
    block.signature = text(entry['thinkingSignature']) || block.signature
    block.redacted ||= entry['redacted'] === true
  }

  #finish(message: Fields, reason: string): void {
    this.#readFinal(message)
    this.word = message['stopReason'] === 'pending' ? 'pending' : reason
  }

  #failed(message: Fields, reason: string): void {
    this.#readFinal(message)
    this.failure = failureIn(text(message['errorMessage']))
    if (reason === 'aborted') this.#wasAborted = { ...this.failure, code: 'ABORTED' }
  }

  #readFinal(message: Fields): void {
    this.isOver = true
    for (const [at, entry] of list(message['content']).map(fields).entries()) this.#addUntold(at, entry)
    this.#identify(message)
    if (isFields(message['usage'])) this.output.usage = countsOf(message['usage'])
  }

  /** Content that no event spoke of, as in an answer that was fetched whole. */
  #addUntold(at: number, entry: Fields): void {
    if (this.#prose.has(at) || this.#calls.has(at)) return
    const partial = { content: { [at]: entry } }
    if (entry['type'] === 'toolCall') this.#readCall(at, 'end', { toolCall: entry })
    else if (entry['type'] === 'text') this.#readProse(at, 'text', 'delta', { partial, delta: entry['text'] })
    else if (entry['type'] === 'thinking')
      this.#readProse(at, 'thinking', 'delta', { partial, delta: entry['redacted'] ? '' : entry['thinking'] })
  }

  override fail(failure: Failure) {
    if (this.#wasAborted === undefined) return super.fail(failure)
    this.output.finish('aborted', 'failed', { failure: this.#wasAborted })
    return this.output.drain()
  }
}

function identityOf(entry: Fields) {
  return { id: text(entry['id']), name: text(entry['name']) }
}

/** The text of the deltas stands as long as it spells the value, or spells none at all; pi-ai mends some mistakes silently. */
function takeValue(call: Call, entry: Fields): void {
  const value = entry['arguments']
  call.identify(identityOf(entry))
  call.signature ||= text(entry['thoughtSignature'])
  if (!isFields(value) || entry['argumentsError'] !== undefined) return
  const spelled = call.said === '' ? {} : parsed(call.said)
  const isSpelled = spelled === undefined || isDeepStrictEqual(asJson(spelled), asJson(value))
  if (!isSpelled) call.value = JSON.stringify(value)
}

/** JSON knows no `-0`. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const transport =
  /ECONN|socket|terminated|fetch failed|connection|network|WebSocket|ended (?:without|before)/i
const statusIn = /^(?:HTTP |[\w -]*API error \()?([45]\d\d)\b/i

function failureIn(message: string): Failure {
  const status = Number(statusIn.exec(message)?.[1] ?? NaN)
  const word = [
    [/overloaded/i, 'overloaded'],
    [/insufficient_quota/i, 'insufficient_quota'],
    [/tim(?:ed )?.?out/i, 'timeout'],
  ].find(([says]) => (says as RegExp).test(message))?.[1] as string | undefined
  const code = codeOf({ words: [word ?? ''], message, status: Number.isNaN(status) ? undefined : status })
  if (code === 'UNKNOWN' && transport.test(message)) return { code: 'TRANSPORT', message }
  return { code, message, ...(Number.isNaN(status) ? {} : { status }) }
}

function countsOf(usage: Fields) {
  return {
    inputTokens: count(usage['input']) ?? 0,
    cacheReadTokens: count(usage['cacheRead']) ?? 0,
    cacheWriteTokens: count(usage['cacheWrite']) ?? 0,
    outputTokens: count(usage['output']) ?? 0,
    reasoningTokens: count(usage['reasoning']) ?? 0,
  }
}

export const piAiEvents: PlainWire = {
  name: 'pi-ai-events',
  path: () => '/',
  start: () => new EventStream(),
  payloadsOfBody: (message) => [{ type: 'done', reason: fields(message)['stopReason'], message }],
}
