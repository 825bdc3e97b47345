/** The events of `MessageStream` that are driven, and what they mean. Not here: sending the request (driver.ts). */

import type { FinishReason, Part, StreamEnd, WireName } from '../../harness/index.ts'
import { Blocks, type ProseKind } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'

export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature?: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }

/**
 * `text`, `thinking`, `inputJson` and `contentBlock` do not say whose they are: the wire's event that made them does, and the
 * helper hands that out just before. So the driver adds its index.
 */
export type MessageEvent =
  | { type: 'content_block_start'; index: number; block: ContentBlock }
  | { type: 'text' | 'thinking' | 'inputJson'; index: number; delta: string }
  | { type: 'contentBlock'; index: number; block: ContentBlock }
  | { type: 'finalMessage'; message: Message }

type Message = {
  id?: string
  model?: string
  stop_reason: string | null
  stop_sequence?: string | null
  usage: Tokens
}
type Tokens = {
  input_tokens?: number | null
  output_tokens?: number | null
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
  output_tokens_details?: { thinking_tokens?: number | null } | null
}

export class MessageState {
  readonly blocks = new Blocks()
  isFinished = false
}

export function* project(event: MessageEvent, state: MessageState): Generator<Part> {
  const { blocks } = state
  switch (event.type) {
    case 'content_block_start':
      return yield* started(String(event.index), event.block, blocks)
    case 'text':
      return yield* blocks.prose(String(event.index), 'text', event.delta)
    case 'thinking':
      return yield* blocks.prose(String(event.index), 'reasoning', event.delta)
    case 'inputJson':
      // Of the provider's own tools no block was started.
      if (blocks.isOpen(String(event.index))) yield* blocks.argumentsDelta(String(event.index), event.delta)
      return
    case 'contentBlock':
      return yield* ended(String(event.index), event.block, blocks)
    case 'finalMessage':
      yield* finished(event.message, state)
  }
}

const kinds: Readonly<Record<string, ProseKind>> = {
  text: 'text',
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
}

function* started(key: string, block: ContentBlock, blocks: Blocks): Generator<Part> {
  const kind = kinds[block.type]
  if (kind) yield* blocks.start(key, kind)
  else if (block.type === 'tool_use')
    yield* blocks.start(key, 'tool-call', { id: block.id, name: block.name })
}

/** The helper keeps arguments as a value, parsed from what came. */
function* ended(key: string, block: ContentBlock, blocks: Blocks): Generator<Part> {
  switch (block.type) {
    case 'text':
      return yield* blocks.endProse(key, 'text', block.text)
    case 'thinking':
      blocks.sign(key, block.signature || undefined)
      return yield* blocks.endProse(key, 'reasoning', block.thinking)
    case 'redacted_thinking':
      blocks.sign(key, block.data, true)
      return yield* blocks.endProse(key, 'reasoning')
    case 'tool_use':
      yield* blocks.endCall(key, { id: block.id, name: block.name, arguments: JSON.stringify(block.input) })
  }
}

function* finished(message: Message, state: MessageState): Generator<Part> {
  const { id, model, stop_reason: raw, stop_sequence: stopSequence, usage } = message
  yield {
    type: 'meta',
    meta: { ...(id && { responseId: id }), ...(model && { model }), ...(stopSequence && { stopSequence }) },
  }
  yield {
    type: 'usage',
    usage: {
      ...count('inputTokens', usage.input_tokens),
      ...count('outputTokens', usage.output_tokens),
      ...count('cacheReadTokens', usage.cache_read_input_tokens),
      ...count('cacheWriteTokens', usage.cache_creation_input_tokens),
      ...count('reasoningTokens', usage.output_tokens_details?.thinking_tokens),
    },
  }
  if (raw === null) return
  state.isFinished = true
  yield { type: 'finish', reason: reasons[raw] ?? 'other', raw }
}

function count(field: string, value: number | null | undefined): Record<string, number> {
  return typeof value === 'number' ? { [field]: value } : {}
}

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'max-tokens',
  model_context_window_exceeded: 'max-tokens',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
}

/** The helper rejects, and says nothing else of a failure. */
export function* end(state: MessageState, how: StreamEnd, wire: WireName): Generator<Part> {
  if (state.isFinished || how.how === 'returned') return
  if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
  else yield { type: 'finish', reason: 'error', failure: failureOf(how.error, wire) }
}
