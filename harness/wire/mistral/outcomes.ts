/** What each `finish_reason` of Mistral's chat API may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import type { Outcome } from '../wire.ts'

/**
 * The plainest outcome first. SDK types `CompletionResponseStreamChoiceFinishReason` and, with `model_length`,
 * `ChatCompletionChoiceFinishReason` (https://docs.mistral.ai/api/endpoint/chat).
 */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  stop: [{ reason: 'stop' }],
  length: [{ reason: 'max-tokens' }],
  model_length: [{ reason: 'max-tokens' }, { reason: 'error', code: 'CONTEXT_WINDOW_EXCEEDED' }],
  tool_calls: [{ reason: 'tool-calls' }],
  error: [{ reason: 'error' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string): FinishReason {
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}
