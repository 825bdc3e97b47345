/** What one stream has to remember between chunks. Fields beyond the first two are absent until they are needed. */
import type { LlmUsage } from './types.ts'
import type { WireObject } from './wire-values.ts'

export type PendingToolCall = { id: string; name: string; argumentsJson: string }

/** Where the fragments of each call go; needed because providers reuse, skip or leave out `index`. */
export type ToolCallSlots = {
  /** From `index` on the wire to the key in `currentToolCalls` that is open for it now. */
  byIndex: Record<number, number>
  /** Keys of `currentToolCalls` in order of first appearance. */
  order: number[]
  /** The key the last fragment went to. */
  last?: number
}

export type UsageReport = { usage: LlmUsage; raw: WireObject }

export type StreamState = {
  currentToolCalls: Record<number, PendingToolCall>
  finishedEmitted: boolean
  toolCallSlots?: ToolCallSlots
  /** Set by the first chunk, of whatever content. */
  started?: true
  /** Set by the first prose. */
  hasSpoken?: true
  /** Set by an error or an abort; nothing but usage comes after it. */
  failed?: true
  /** Usage seen and not yet emitted. */
  pendingUsage?: UsageReport
  /** Usage emitted last. */
  reportedUsage?: UsageReport
}

export function createStreamState(): StreamState {
  return { currentToolCalls: {}, finishedEmitted: false }
}
