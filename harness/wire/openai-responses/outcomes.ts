/** What each way a Responses stream can finish may become. Not here: reading the finish from a stream (read-turn.ts). */

import type { FinishReason } from '../../turn/turn.ts'
import type { CallEnd } from '../whole-call.ts'
import type { Outcome } from '../wire.ts'

/**
 * The raw word is `status` of a completed or cancelled response and `incomplete_details.reason` of an incomplete one
 * (SDK `openai`, `Response.status`, `Response.IncompleteDetails`). The plainest outcome first. `completed` covers answers and
 * calls alike: the wire has no word for "I called a tool", so both stand whether or not calls are there.
 */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  completed: [{ reason: 'stop' }, { reason: 'tool-calls' }],
  max_output_tokens: [{ reason: 'max-tokens' }],
  content_filter: [{ reason: 'content-filter' }, { reason: 'error', code: 'CONTENT_FILTER' }],
  cancelled: [{ reason: 'aborted' }, { reason: 'error', code: 'ABORTED' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string, hasCalls: boolean): FinishReason {
  if (raw === 'completed') return hasCalls ? 'tool-calls' : 'stop'
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}

/** An incomplete response is cut whatever its reason; only `completed` says that all of it is there. */
export function callEndOf(reason: FinishReason | undefined): CallEnd['finish'] {
  if (reason === 'stop' || reason === 'tool-calls') return 'fair'
  return reason === undefined || reason === 'error' || reason === 'aborted' ? 'none' : 'cut'
}
