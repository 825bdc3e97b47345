/** Projects LangChain's message chunks, and the message they add up to, to neutral parts. Not here: a driver's request (chat-driver.ts). */

import type { FinishReason, Part, StreamEnd, Usage, WireName } from '../../harness/index.ts'
import { Blocks, type ProseKind } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'
import { argumentsGiven } from '../published/given-text.ts'
import type {
  ContentBlock,
  LangChainEvent,
  Message,
  MessageChunk,
  ToolCallChunk,
  UsageMetadata,
} from './message-chunk.ts'

export class ChunkState {
  readonly blocks = new Blocks()
  /** Keys of the calls in the order they came. */
  readonly calls: { key: string; id?: string }[] = []
  isFinished = false
}

export function* project(event: LangChainEvent, state: ChunkState): Generator<Part> {
  if (event.type === 'chunk') yield* chunkParts(event.chunk, state)
  else yield* messageParts(event.message, state)
}

function* chunkParts(chunk: MessageChunk, state: ChunkState): Generator<Part> {
  const { content, additional_kwargs: extra = {}, tool_call_chunks: calls = [] } = chunk
  const { reasoning_content: reasoning, refusal } = extra
  if (typeof reasoning === 'string') yield* state.blocks.prose('reasoning', 'reasoning', reasoning)
  if (typeof content === 'string') yield* state.blocks.prose('text', 'text', content)
  else for (const block of content) yield* contentPart(block, state.blocks)
  if (typeof refusal === 'string') yield* state.blocks.prose('refusal', 'refusal', refusal)
  for (const call of calls) yield* callPart(call, state)
}

/** Blocks of content carry the index that the provider's block has; the first word of one is its start, also without text. */
function* contentPart(block: ContentBlock, blocks: Blocks): Generator<Part> {
  const { type, index, text, thinking, reasoning } = block
  const kind = kinds[type]
  if (kind === undefined) return
  const key = `${kind} ${index ?? ''}`
  if (index !== undefined && !blocks.isKnown(key)) yield* blocks.start(key, kind)
  yield* blocks.prose(key, kind, (kind === 'text' ? text : (thinking ?? reasoning)) ?? '')
}

const kinds: Readonly<Record<string, ProseKind>> = {
  text: 'text',
  text_delta: 'text',
  thinking: 'reasoning',
  reasoning: 'reasoning',
}

/** Deltas of one call share an index; where the provider sent none, an id begins the next call. */
function* callPart({ index, id, name, args }: ToolCallChunk, state: ChunkState): Generator<Part> {
  const known =
    index === undefined
      ? id === undefined
        ? state.calls.at(-1)
        : state.calls.find((call) => call.id === id)
      : state.calls.find(({ key }) => key === `call ${index}`)
  const call = known ?? { key: index === undefined ? `call of ${id}` : `call ${index}` }
  if (!known) state.calls.push(call)
  if (id) call.id ??= id
  const identity = { ...(id ? { id } : {}), ...(name ? { name } : {}) }
  yield* state.blocks.argumentsDelta(call.key, argumentsGiven(args), identity)
}

/** The message has parsed arguments, and tells which of them it could not parse. */
function* messageParts(message: Message, state: ChunkState): Generator<Part> {
  const { tool_calls: calls = [], invalid_tool_calls: invalid = [], usage_metadata: usage, id } = message
  for (const { id: callId = '', name, args } of calls) {
    yield* state.blocks.endCall(keyOf(callId, state), { id: callId, name, arguments: JSON.stringify(args) })
  }
  for (const { id, name = '', args } of invalid) {
    const callId = id ?? ''
    const call = { id: callId, name, arguments: argumentsGiven(args), invalid: true }
    yield* state.blocks.endCall(keyOf(callId, state), call, false)
  }
  if (id) yield { type: 'meta', meta: { responseId: id } }
  if (usage) yield { type: 'usage', usage: usageOf(usage) }
  const finish = finishOf(message, calls.length > 0)
  if (!finish) return
  state.isFinished = true
  yield { type: 'finish', ...finish }
}

/** The open call of this id; calls without ids in the order they came. */
function keyOf(id: string, { calls, blocks }: ChunkState): string {
  const own = calls.find((call) => call.id === id && blocks.isOpen(call.key))
  return (own ?? calls.find(({ key }) => id === '' && blocks.isOpen(key)))?.key ?? `call of ${id}`
}

function usageOf({
  input_tokens,
  output_tokens,
  input_token_details,
  output_token_details,
}: UsageMetadata): Usage {
  return {
    ...count('inputTokens', input_tokens),
    ...count('outputTokens', output_tokens),
    ...count('cacheReadTokens', input_token_details?.cache_read),
    ...count('cacheWriteTokens', input_token_details?.cache_creation),
    ...count('reasoningTokens', output_token_details?.reasoning),
  }
}

function count(field: keyof Usage, value: number | undefined): Usage {
  return typeof value === 'number' ? { [field]: value } : {}
}

/** Each provider's package keeps the finish in a place of its own. */
function finishOf(
  message: Message,
  hasCalls: boolean,
): Omit<Extract<Part, { type: 'finish' }>, 'type'> | undefined {
  const { response_metadata: metadata = {}, additional_kwargs: extra = {} } = message
  const incomplete = metadata['incomplete_details'] as { reason?: string } | null | undefined
  const words = [
    metadata['finish_reason'],
    extra['stop_reason'],
    metadata['stop_reason'],
    incomplete?.reason,
    metadata['status'],
  ]
  const raw = words.find((word) => typeof word === 'string' && word !== '') as string | undefined
  if (raw === undefined) return undefined
  if (raw === 'completed') return { reason: hasCalls ? 'tool-calls' : 'stop', raw }
  const failure =
    raw === 'error' ? { failure: { code: 'UNKNOWN', message: 'finish reason error' } as const } : {}
  return { reason: reasons[raw] ?? 'other', ...failure, raw }
}

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  length: 'max-tokens',
  max_tokens: 'max-tokens',
  max_output_tokens: 'max-tokens',
  model_context_window_exceeded: 'max-tokens',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  tool_use: 'tool-calls',
  content_filter: 'content-filter',
  refusal: 'content-filter',
  error: 'error',
}

/** LangChain throws, and says nothing else of a failure. */
export function* end(state: ChunkState, how: StreamEnd, wire: WireName): Generator<Part> {
  if (state.isFinished || how.how === 'returned') return
  if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
  else yield { type: 'finish', reason: 'error', failure: failureOf(how.error, wire) }
}
