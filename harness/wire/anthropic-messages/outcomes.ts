/** What each `stop_reason` of the Messages API may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import type { Outcome } from '../wire.ts'

/**
 * Every stop reason of the SDK's `StopReason` and `BetaStopReason`
 * (https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons), the plainest outcome first.
 */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  end_turn: [{ reason: 'stop' }],
  stop_sequence: [{ reason: 'stop' }],
  tool_use: [{ reason: 'tool-calls' }],
  max_tokens: [{ reason: 'max-tokens' }],
  model_context_window_exceeded: [
    { reason: 'max-tokens' },
    { reason: 'error', code: 'CONTEXT_WINDOW_EXCEEDED' },
  ],
  refusal: [{ reason: 'content-filter' }, { reason: 'stop' }, { reason: 'error', code: 'CONTENT_FILTER' }],
  pause_turn: [{ reason: 'stop' }, { reason: 'other' }],
  compaction: [{ reason: 'stop' }, { reason: 'other' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string): FinishReason {
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}
