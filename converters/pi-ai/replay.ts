/** pi-ai's own metadata of an assistant message (api, ids, signatures): written beside the durable content, checked and joined to it again. Not here: the rest of a request (context.ts). */

import type { AssistantMessage } from '@earendil-works/pi-ai'
import { parseArguments } from './tool-arguments.ts'
import {
  INVALID_REPLAY_STATE_CODE,
  LlmError,
  type PiReplayBlock,
  type PiReplayState,
  type Provenance,
  type ReasoningBlock,
  type TextBlock,
  type ToolCallBlock,
} from './vocabulary.ts'

export type ReplayableBlock = TextBlock | ReasoningBlock | ToolCallBlock
type PiBlock = AssistantMessage['content'][number]
/** The fields of an assistant message that a replay state restores. */
export type ReplayedMessage = Pick<
  AssistantMessage,
  'api' | 'provider' | 'model' | 'stopReason' | 'content' | 'responseModel' | 'responseId'
>

/** `pending` is missing on purpose: it marks an answer that has not ended, and such an answer cannot be history. */
const stopReasons: readonly unknown[] = ['stop', 'length', 'toolUse', 'error', 'aborted', 'deferred']
/** What a replay state keeps of each kind of block, under pi-ai's own field names. */
const metadataFields: Record<PiReplayBlock['type'], readonly string[]> = {
  text: ['textSignature'],
  reasoning: ['thinkingSignature', 'redacted'],
  'tool-call': ['thoughtSignature', 'namespace'],
}
const blockTypes = { text: 'text', thinking: 'reasoning', toolCall: 'tool-call' } as const

/** @returns JSON to store beside the content. @throws LlmError for a message that has not ended. */
export function toPiReplayState(message: AssistantMessage): PiReplayState {
  const { stopReason } = message
  if (stopReason === 'pending') throw invalid('unknown stopReason "pending"; the message has not ended')
  return {
    kind: 'pi-ai',
    version: 1,
    api: message.api,
    provider: message.provider,
    model: message.model,
    ...keep(message, ['responseModel', 'responseId']),
    stopReason,
    blocks: message.content.map(toReplayBlock),
  }
}

function toReplayBlock(block: PiBlock): PiReplayBlock {
  const type = blockTypes[block.type]
  return { type, ...keep(block, metadataFields[type]) }
}

/** Joins stored content with its replay state. @throws LlmError (INVALID_REPLAY_STATE) when the two do not belong together. */
export function fromPiReplayState(
  { replayState, ...source }: Provenance,
  content: readonly ReplayableBlock[],
): ReplayedMessage {
  const state = parseReplayState(replayState)
  for (const field of ['provider', 'model'] as const)
    if (state[field] !== source[field]) throw invalid(`${field} does not match assistant provenance`)
  if (state.blocks.length !== content.length) throw invalid('block count does not match assistant content')
  const { api, provider, model, stopReason } = state
  return {
    api,
    provider,
    model,
    stopReason,
    ...keep(state, ['responseModel', 'responseId']),
    content: content.map((block, index) => joinBlock(block, state.blocks[index], index)),
  }
}

function joinBlock(block: ReplayableBlock, metadata: PiReplayBlock | undefined, index: number): PiBlock {
  if (metadata?.type !== block.type) throw invalid(`block ${index} does not match assistant content`)
  return { ...toPiBlock(block), ...keep(metadata, metadataFields[block.type]) }
}

/** A stored block as pi-ai's own, without metadata. */
export function toPiBlock(block: ReplayableBlock): PiBlock {
  if (block.type === 'text') return { type: 'text', text: block.text }
  if (block.type === 'reasoning') return { type: 'thinking', thinking: block.text }
  const { id, name } = block
  return { type: 'toolCall', id, name, arguments: parseArguments(block.arguments) }
}

function parseReplayState(state: unknown): PiReplayState {
  if (!isObject(state)) throw invalid(`expected an object, got ${describe(state)}`)
  if (state.kind !== 'pi-ai') throw invalid(`unknown state kind ${describe(state.kind)}; expected "pi-ai"`)
  if (state.version !== 1) throw invalid(`unsupported version ${describe(state.version)}; expected 1`)
  for (const field of ['api', 'provider', 'model'])
    if (typeof state[field] !== 'string' || state[field] === '')
      throw invalid(`${field} must be a non-empty string, got ${describe(state[field])}`)
  if (!stopReasons.includes(state.stopReason))
    throw invalid(
      `unknown stopReason ${describe(state.stopReason)}; expected one of ${stopReasons.join(', ')}`,
    )
  for (const field of ['responseModel', 'responseId']) requireOptionalString(state, field)
  if (!Array.isArray(state.blocks)) throw invalid(`blocks must be an array, got ${describe(state.blocks)}`)
  for (const [index, block] of state.blocks.entries()) checkBlock(block, index)
  return state as PiReplayState
}

function checkBlock(block: unknown, index: number): void {
  if (!isObject(block)) throw invalid(`block ${index} must be an object, got ${describe(block)}`)
  if (typeof block.type !== 'string' || !Object.hasOwn(metadataFields, block.type))
    throw invalid(`block ${index} has an unknown type ${describe(block.type)}`)
  for (const field of metadataFields[block.type as PiReplayBlock['type']])
    if (field !== 'redacted') requireOptionalString(block, field, `block ${index} `)
    else if (!['undefined', 'boolean'].includes(typeof block.redacted))
      throw invalid(`block ${index} redacted must be boolean, got ${describe(block.redacted)}`)
}

function requireOptionalString(value: Record<string, unknown>, field: string, place = ''): void {
  if (value[field] !== undefined && typeof value[field] !== 'string')
    throw invalid(`${place}${field} must be a string, got ${describe(value[field])}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function invalid(reason: string): LlmError {
  return new LlmError(`Invalid pi-ai replay state: ${reason}`, { code: INVALID_REPLAY_STATE_CODE })
}

/** The named fields that have a value. */
function keep(from: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(from).filter(([field, value]) => fields.includes(field) && value !== undefined),
  )
}
