/** What each `finish_reason` of a chat completion may become. Not here: reading it from a stream (read-turn.ts). */

import type { FinishReason, TurnFinish } from '../../turn/turn.ts'
import type { Outcome } from '../wire.ts'

/**
 * The plainest outcome first. The first five are OpenAI's (SDK type `ChatCompletionChunk.Choice.finish_reason`,
 * https://platform.openai.com/docs/api-reference/chat-streaming/streaming), the rest other servers of the wire, see NOTES.md.
 */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  stop: [{ reason: 'stop' }],
  length: [{ reason: 'max-tokens' }],
  tool_calls: [{ reason: 'tool-calls' }],
  content_filter: [{ reason: 'content-filter' }, { reason: 'error', code: 'CONTENT_FILTER' }],
  function_call: [{ reason: 'tool-calls' }, { reason: 'other' }, { reason: 'stop' }, { reason: 'error' }],
  eos: [{ reason: 'stop' }, { reason: 'other' }, { reason: 'error' }],
  eos_token: [{ reason: 'stop' }, { reason: 'other' }, { reason: 'error' }],
  stop_sequence: [{ reason: 'stop' }, { reason: 'other' }, { reason: 'error' }],
  sensitive: [{ reason: 'content-filter' }, { reason: 'other' }, { reason: 'stop' }, { reason: 'error' }],
  model_context_window_exceeded: [
    { reason: 'max-tokens' },
    { reason: 'other' },
    { reason: 'stop' },
    { reason: 'error' },
  ],
  insufficient_system_resource: [{ reason: 'error' }, { reason: 'other' }, { reason: 'stop' }],
  network_error: [{ reason: 'error' }, { reason: 'other' }, { reason: 'stop' }],
  abort: [{ reason: 'aborted' }, { reason: 'error' }, { reason: 'other' }, { reason: 'stop' }],
  error: [{ reason: 'error' }],
}

/** The plainest outcome; `other` for a reason the wire does not know. */
export function reasonOf(raw: string): FinishReason {
  return Object.hasOwn(outcomes, raw) ? (outcomes[raw]?.[0]?.reason ?? 'other') : 'other'
}

/** Chat has no end marker of a call, so only a finish that is neither a cut nor a failure says that calls are whole. */
export function isFairFinish(finish: TurnFinish | undefined): boolean {
  const cut: readonly FinishReason[] = ['max-tokens', 'content-filter', 'aborted', 'error']
  return finish !== undefined && !cut.includes(finish.reason)
}
