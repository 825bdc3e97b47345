/**
 * What a provider said in one response, independent of every converter and of how it was spelled on the wire.
 * Not here: reading one from bytes (harness/wire), generating one (arbitrary.ts), comparing two (diff.ts).
 */

import type { Failure } from './failure.ts'

export type TextBlock = { type: 'text'; text: string }
export type ReasoningBlock = { type: 'reasoning'; text: string; signature?: string; redacted?: boolean }
export type RefusalBlock = { type: 'refusal'; text: string }

export type ToolCallBlock = {
  type: 'tool-call'
  /** `''` where the wire sent none. */
  id: string
  /** `''` where the wire sent none. */
  name: string
  /** The text the provider sent; where the wire sends a JSON value, that value stringified. */
  arguments: string
  /** The provider itself said that this call is whole: by its own end marker, or by a finish that is neither a cut nor a failure. */
  complete: boolean
  signature?: string
}

/** What is carried but not interpreted: server tools, images, audio, citations, grounding. */
export type OpaqueBlock = { type: 'opaque'; kind: string; raw: unknown }

export type TurnBlock = TextBlock | ReasoningBlock | RefusalBlock | ToolCallBlock | OpaqueBlock
export type BlockKind = TurnBlock['type']

/** Token counts. A field that the wire did not give is absent and counts as 0. */
export type Usage = {
  /** Prompt tokens that were neither read from nor written to a cache. */
  inputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  /** Everything generated, reasoning included. */
  outputTokens?: number
  /** The part of the output spent on reasoning. */
  reasoningTokens?: number
}
export type UsageField = keyof Usage
export const usageFields = [
  'inputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'outputTokens',
  'reasoningTokens',
] as const satisfies readonly UsageField[]

export type TurnUsage = Usage & {
  /** The last usage object of the wire, as sent. */
  raw?: unknown
  /** Why the normalised fields cannot be asserted (the wire contradicts itself); the fields are then absent. */
  contradiction?: string
}

export const finishReasons = [
  'stop',
  'tool-calls',
  'max-tokens',
  'content-filter',
  'aborted',
  'error',
  'other',
] as const
export type FinishReason = (typeof finishReasons)[number]

export type TurnFinish = {
  reason: FinishReason
  /** The provider's own word, e.g. `end_turn`. Absent where an error object ended the turn. */
  raw?: string
  /** Present when `reason` is `error`; may stand beside others. */
  failure?: Failure
}

/**
 * `open`: no finish was seen. `answered`: a finish was seen, the wire's terminator is missing.
 * `closed`: all there. What finish and terminator are is in each wire's NOTES.md.
 */
export type TurnState = 'open' | 'answered' | 'closed'

export type TurnMeta = { responseId?: string; model?: string; stopSequence?: string }

export type Turn = {
  blocks: TurnBlock[]
  usage?: TurnUsage
  finish?: TurnFinish
  meta: TurnMeta
  state: TurnState
}
