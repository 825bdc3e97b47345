/** What each `stopReason` of ConverseStream may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason, TurnFinish } from '../../turn/turn.ts'
import type { CallEnd } from '../whole-call.ts'
import type { Outcome } from '../wire.ts'

const blocked: readonly Outcome[] = [
  { reason: 'content-filter' },
  { reason: 'error', code: 'CONTENT_FILTER' },
]
const malformed: readonly Outcome[] = [{ reason: 'other' }, { reason: 'error' }]

/**
 * Every member of `StopReason` in the SDK
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_MessageStopEvent.html), the plainest outcome first.
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
  guardrail_intervened: blocked,
  content_filtered: blocked,
  malformed_model_output: malformed,
  malformed_tool_use: malformed,
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string): FinishReason {
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}

/** What a finish says about the calls before it. A model whose output was malformed did not finish them. */
export function callEndOf(finish: TurnFinish | undefined): CallEnd['finish'] {
  if (finish === undefined || finish.reason === 'error') return 'none'
  const isCut = finish.reason === 'max-tokens' || finish.reason === 'content-filter'
  return isCut || finish.raw?.startsWith('malformed_') === true ? 'cut' : 'fair'
}
