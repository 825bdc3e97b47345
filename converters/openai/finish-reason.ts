/** What each `finish_reason` means. Not here: the events around a finish (stream.ts). */
import type { LlmErrorCode } from './error-codes.ts'
import type { LlmStopReason } from './types.ts'

/** https://platform.openai.com/docs/api-reference/chat/object */
const STOP_REASONS: ReadonlyMap<unknown, LlmStopReason> = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'content_filter'],
])

/** Reasons of compatible providers that say the answer failed: https://openrouter.ai/docs/api-reference/errors
 * https://api-docs.deepseek.com/api/create-chat-completion https://docs.z.ai/api-reference/llm/chat-completion */
const FAILURES: ReadonlyMap<string, LlmErrorCode> = new Map([
  ['error', 'UNKNOWN'],
  ['network_error', 'SERVER'],
  ['insufficient_system_resource', 'OVERLOADED'],
])

/** Everything unknown, null and undefined included, is `end_turn`; the raw reason travels beside it. */
export function mapFinishReason(reason: unknown): LlmStopReason {
  return STOP_REASONS.get(reason) ?? 'end_turn'
}

/** The failure class, where the reason says that the answer failed. */
export function failureCodeOf(reason: string): LlmErrorCode | undefined {
  return FAILURES.get(reason)
}

/** Whether an answer that ended this way may have stopped inside a tool call; `''` is an end without a reason. */
export function mayCutToolCalls(reason: string): boolean {
  return reason === '' || reason === 'length' || reason === 'content_filter'
}
