/** Tool-call arguments, both ways: which text closes a streamed call, and which object a stored call is replayed with. Not here: when a call ends. */

import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, ToolCall } from '@earendil-works/pi-ai'

export type ClosedArguments = { arguments: string; argumentsError?: string }

type Parsed = { ok: true; value: unknown } | { ok: false; reason: string }

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The arguments of a finished call. `text` is its joined deltas, `call` what pi-ai made of them.
 *
 * The model's own text is kept wherever it means the same, since re-serialising would change big integers, `1.0` and
 * key order. Text that is not JSON is kept too, marked by `argumentsError`: pi-ai mends a raw newline or a stray
 * backslash without saying so, and a mended call must not pass for what the model wrote.
 */
export function closeArguments(text: string, call: ToolCall): ClosedArguments {
  if (text.trim() === '') return closeValue(call)
  if (call.argumentsError !== undefined) return { arguments: text, argumentsError: call.argumentsError }
  const parsed = parseJson(text)
  if (!parsed.ok) return { arguments: text, argumentsError: `not valid JSON: ${parsed.reason}` }
  return isPlainObject(parsed.value) && isDeepStrictEqual(parsed.value, call.arguments)
    ? { arguments: text }
    : closeValue(call)
}

/** No usable text: pi-ai's value is all there is. Some Gemini proxies send `args` as a JSON string: that string is the text. */
function closeValue(call: ToolCall): ClosedArguments {
  const value: unknown = call.arguments ?? {}
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (call.argumentsError !== undefined) return { arguments: text, argumentsError: call.argumentsError }
  const parsed = parseJson(text)
  return parsed.ok && isPlainObject(parsed.value)
    ? { arguments: text }
    : { arguments: text, argumentsError: 'not a JSON object' }
}

/** Stored argument text -> the object pi-ai takes. Text that is not a JSON object becomes `{}`: pi-ai has no place for it. */
export function parseArguments(text: string): JsonObject {
  const parsed = parseJson(text)
  return parsed.ok && isPlainObject(parsed.value) ? parsed.value : {}
}
