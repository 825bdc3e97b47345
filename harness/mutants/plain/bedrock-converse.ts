/** The plain converter of ConverseStream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html), over objects with one member as the AWS client gives them. */

import type { FinishReason } from '../../turn/turn.ts'
import { failureOf } from './failure.ts'
import type { Call, Ending, Prose } from './output.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import type { PlainWire } from './plain-wire.ts'
import { bedrockConverseRequest } from './requests/converse.ts'
import { count, fields, given, isFields, list, text, type Fields } from './values.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'max-tokens',
  model_context_window_exceeded: 'max-tokens',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
}

type Open = { member: string; block: Prose | Call | undefined }

class ConverseStream extends PlainStream {
  readonly #open = new Map<unknown, Open>()
  #hasCounts = false

  protected reasonOf(word: string): FinishReason {
    return reasonIn(reasons, word)
  }

  /** `malformed_tool_use` is no promise that the call is whole. */
  protected override endingOf(reason: FinishReason): Ending {
    return this.word.startsWith('malformed_') ? 'cut' : super.endingOf(reason)
  }

  protected read(payload: unknown): void {
    if (this.failure !== undefined) return
    for (const [name, sent] of Object.entries(fields(payload))) this.#readEvent(name, unwrapped(name, sent))
    this.isOver = this.#hasCounts && this.word !== ''
  }

  #readEvent(name: string, event: Fields): void {
    const index = event['contentBlockIndex']
    if (/exception$|error$/i.test(name)) this.failure = failureOf(event, name)
    else if (name === 'contentBlockStart') this.#start(index, fields(event['start']))
    else if (name === 'contentBlockDelta') this.#grow(index, fields(event['delta']))
    else if (name === 'contentBlockStop') this.#stop(index)
    else if (name === 'messageStop') this.#noteReason(event)
    else if (name === 'metadata') this.#count(fields(event['usage']))
  }

  /** A start is a union with one member. Tools that the service runs itself have a type. */
  #start(index: unknown, start: Fields): void {
    const [member = 'text', value] = Object.entries(start)[0] ?? []
    const raw = fields(value)
    if (member === 'toolUse' && given(raw['type']) === undefined) {
      const call = this.output.call({ id: text(raw['toolUseId']), name: text(raw['name']) })
      const { input } = raw
      if (isFields(input) && Object.keys(input).length > 0) call.value = JSON.stringify(input)
      this.#open.set(index, { member, block: call })
    } else if (member === 'text') this.#open.set(index, { member, block: this.output.prose('text') })
    else {
      this.output.opaque(text(raw['type']) || member, { [member]: raw })
      this.#open.set(index, { member, block: undefined })
    }
  }

  /** Text and reasoning have no start: a delta of another kind than the open block opens one. */
  #grow(index: unknown, delta: Fields): void {
    const [member = '', value] = Object.entries(delta)[0] ?? []
    if (member === 'citation') return this.output.opaque(member, value)
    if (!['text', 'reasoningContent', 'toolUse'].includes(member)) return
    let open = this.#open.get(index)
    if (open === undefined || open.member !== member) {
      if (open?.block !== undefined) this.#endOf(open)
      open = { member, block: this.#implied(member) }
      this.#open.set(index, open)
    }
    if (open.block !== undefined) grow(open.block, value)
  }

  #implied(member: string): Prose | Call {
    if (member === 'toolUse') return this.output.call()
    return this.output.prose(member === 'text' ? 'text' : 'reasoning')
  }

  /** An index is free again behind its stop. */
  #stop(index: unknown): void {
    const open = this.#open.get(index)
    this.#open.delete(index)
    if (open !== undefined) this.#endOf(open)
  }

  /** A call waits for the stop reason: providers close the block that a limit cut. */
  #endOf({ block }: Open): void {
    if (block === undefined) return
    if ('kind' in block) block.end()
    else block.isMarked = true
  }

  #noteReason(event: Fields): void {
    this.word = text(event['stopReason'])
    const extra = fields(event['additionalModelResponseFields'])
    const sequence = text(given(extra['stop_sequence'], fields(extra['delta'])['stop_sequence']))
    if (sequence !== '') this.output.meta.stopSequence = sequence
  }

  #count(usage: Fields): void {
    this.#hasCounts = true
    this.output.usage = {
      inputTokens: count(usage['inputTokens']) ?? 0,
      cacheReadTokens: count(given(usage['cacheReadInputTokens'], usage['cacheReadInputTokenCount'])) ?? 0,
      cacheWriteTokens: count(given(usage['cacheWriteInputTokens'], usage['cacheWriteInputTokenCount'])) ?? 0,
      outputTokens: count(usage['outputTokens']) ?? 0,
    }
  }
}

/** Some senders put the payload under the name of its event once more. */
function unwrapped(name: string, sent: unknown): Fields {
  const payload = fields(sent)
  const inner = payload[name]
  return isFields(inner) ? inner : payload
}

function grow(block: Prose | Call, value: unknown): void {
  if (!('kind' in block)) {
    const input = text(fields(value)['input'])
    block.add(input)
    if (input !== '') block.value = undefined
    return
  }
  if (block.kind === 'text') return block.add(text(value))
  const thought = fields(value)
  block.add(text(thought['text']))
  block.signature += text(thought['signature']) + text(thought['redactedContent'])
  block.redacted ||= typeof thought['redactedContent'] === 'string'
}

/** The answer that is not streamed, as the events that would have said it. */
function payloadsOfBody(body: unknown): unknown[] {
  const answer = fields(body)
  const content = list(fields(fields(answer['output'])['message'])['content'])
  return [
    ...content.flatMap((block, at) => blockEvents(fields(block), at)),
    { messageStop: answer },
    { metadata: answer },
  ]
}

function blockEvents(block: Fields, contentBlockIndex: number): unknown[] {
  const delta = (delta: Fields) => ({ contentBlockDelta: { contentBlockIndex, delta } })
  const stop = { contentBlockStop: { contentBlockIndex } }
  const { text: said, reasoningContent, citationsContent } = block
  if (said !== undefined) return [delta({ text: said }), stop]
  if (isFields(citationsContent)) {
    const texts = list(citationsContent['content']).map((one) => delta({ text: fields(one)['text'] }))
    return [...texts, stop]
  }
  if (isFields(reasoningContent)) {
    const thought = given(reasoningContent['reasoningText'], reasoningContent)
    return [delta({ reasoningContent: thought }), stop]
  }
  return [{ contentBlockStart: { contentBlockIndex, start: block } }, stop]
}

export const bedrockConverse: PlainWire = {
  name: 'bedrock-converse',
  path: (model) => `/model/${encodeURIComponent(model)}/converse-stream`,
  toRequest: bedrockConverseRequest,
  start: () => new ConverseStream(),
  payloadsOfBody,
}
