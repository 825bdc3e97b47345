/** The plain converter of Messages streams (https://platform.claude.com/docs/en/build-with-claude/streaming). Not here: how bytes become payloads (response-payloads.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import { failureOf } from './failure.ts'
import type { Call, Prose } from './output.ts'
import { PlainStream, reasonIn } from './plain-stream.ts'
import type { PlainWire } from './plain-wire.ts'
import { anthropicMessagesRequest } from './requests/messages.ts'
import { count, fields, isFields, list, text, type Fields } from './values.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  compaction: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'max-tokens',
  model_context_window_exceeded: 'max-tokens',
  refusal: 'content-filter',
}

type Open = Prose | Call | 'opaque'

class MessagesStream extends PlainStream {
  readonly #open = new Map<unknown, Open>()
  #messageId: string | undefined

  protected reasonOf(word: string): FinishReason {
    return reasonIn(reasons, word)
  }

  protected read(payload: unknown): void {
    if (this.failure === undefined) this.#readEvent(fields(payload))
  }

  #readEvent(event: Fields): void {
    switch (event['type']) {
      case 'message_start':
        return this.#start(fields(event['message']))
      case 'message':
        this.#start(event)
        this.isOver = true
        return
      case 'content_block_start':
        return this.#openBlock(event['index'], fields(event['content_block']))
      case 'content_block_delta':
        return this.#grow(event['index'], fields(event['delta']))
      case 'content_block_stop':
        return this.#stop(event['index'])
      case 'message_delta':
        this.#count(event['usage'])
        return this.#noteReason(fields(event['delta']))
      case 'message_stop':
        this.isOver = true
        return
      case 'error':
        this.failure = failureOf(event)
        return
      case undefined:
        if (event['error'] !== undefined) this.failure = failureOf(event)
    }
  }

  /** The same message may be started twice, another one may not: https://github.com/vercel/ai/issues/18331 */
  #start(message: Fields): void {
    const id = text(message['id'])
    if (this.#messageId !== undefined) {
      if (this.#messageId !== id) this.failure = { code: 'TRANSPORT', message: 'two answers in one stream' }
      return
    }
    this.#messageId = id
    if (id !== '') this.output.meta.responseId = id
    if (text(message['model']) !== '') this.output.meta.model = text(message['model'])
    this.#count(message['usage'])
    for (const [at, block] of list(message['content']).entries()) {
      this.#openBlock(at, fields(block))
      this.#stop(at)
    }
    this.#noteReason(message)
  }

  #openBlock(index: unknown, start: Fields): void {
    this.#open.set(index, this.#blockOf(start))
    for (const citation of list(start['citations'])) this.output.opaque('citation', citation)
  }

  #blockOf(start: Fields): Open {
    const type = text(start['type'])
    if (type === 'text') {
      const block = this.output.prose('text')
      block.add(text(start['text']))
      return block
    }
    if (type === 'thinking' || type === 'redacted_thinking') {
      const block = this.output.prose('reasoning')
      block.redacted = type === 'redacted_thinking'
      block.signature = text(start['signature']) || text(start['data'])
      block.add(text(start['thinking']))
      return block
    }
    if (type === 'tool_use') {
      const call = this.output.call({ id: text(start['id']), name: text(start['name']) })
      const { input } = start
      if (isFields(input) && Object.keys(input).length > 0) call.value = JSON.stringify(input)
      return call
    }
    this.output.opaque(type, start)
    return 'opaque'
  }

  #grow(index: unknown, delta: Fields): void {
    const type = text(delta['type'])
    const block = this.#open.get(index)
    if (block === undefined) {
      const implied = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'tool_use' }[type]
      if (implied === undefined) return
      this.#openBlock(index, { type: implied })
      return this.#grow(index, delta)
    }
    if (block === 'opaque') return
    if (type === 'citations_delta') this.output.opaque('citation', delta['citation'])
    if ('kind' in block) growProse(block, type, delta)
    else if (type === 'input_json_delta') growCall(block, text(delta['partial_json']))
  }

  /** A call waits for the stop reason: providers close the block that a limit cut. */
  #stop(index: unknown): void {
    const block = this.#open.get(index)
    if (block === undefined || block === 'opaque') return
    if ('kind' in block) block.end()
    else block.isMarked = true
  }

  /** Counts are cumulative; null and absent leave what was said before. */
  #count(sent: unknown): void {
    if (!isFields(sent)) return
    const thinking = fields(sent['output_tokens_details'])['thinking_tokens']
    const told = {
      inputTokens: count(sent['input_tokens']),
      cacheReadTokens: count(sent['cache_read_input_tokens']),
      cacheWriteTokens: count(sent['cache_creation_input_tokens']),
      outputTokens: count(sent['output_tokens']),
      reasoningTokens: count(thinking),
    }
    const known = Object.entries(told).filter(([, value]) => value !== undefined)
    this.output.usage = { ...this.output.usage, ...Object.fromEntries(known) }
  }

  #noteReason(delta: Fields): void {
    this.word = text(delta['stop_reason']) || this.word
    if (text(delta['stop_sequence']) !== '') this.output.meta.stopSequence = text(delta['stop_sequence'])
  }
}

function growProse(block: Prose, type: string, delta: Fields): void {
  if (block.kind === 'text' && type === 'text_delta') block.add(text(delta['text']))
  if (block.kind !== 'reasoning') return
  if (type === 'thinking_delta') block.add(text(delta['thinking']))
  if (type === 'signature_delta') block.signature += text(delta['signature'])
}

function growCall(call: Call, json: string): void {
  call.add(json)
  if (json !== '') call.value = undefined
}

export const anthropicMessages: PlainWire = {
  name: 'anthropic-messages',
  path: () => '/v1/messages',
  toRequest: anthropicMessagesRequest,
  start: () => new MessagesStream(),
  payloadsOfBody: (body) => [body],
}
