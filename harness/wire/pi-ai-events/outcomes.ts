/** What the `reason` of a `done` or `error` event may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import type { Outcome } from '../wire.ts'

/** Every `StopReason` of pi-ai 1.6.0 that can end a stream; `pending` cannot, so a `done` that carries it is a fault. */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  stop: [{ reason: 'stop' }],
  length: [{ reason: 'max-tokens' }],
  toolUse: [{ reason: 'tool-calls' }, { reason: 'stop' }],
  deferred: [{ reason: 'other' }],
  pending: [{ reason: 'error', code: 'UNKNOWN' }],
  aborted: [{ reason: 'aborted', code: 'ABORTED' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string): FinishReason {
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}
