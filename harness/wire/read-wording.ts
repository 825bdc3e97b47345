/** What the words of an error message say where codes and status do not, the same for every provider. Not here: codes and types (each wire's read-error.ts). */

import type { FailureCode } from '../turn/failure.ts'
import { saysOverflow } from './overflow-wording.ts'

/** Waiting helps: a limit over a span of time, even where the text also says "quota" or "too many tokens" (https://github.com/badlogic/pi-mono/pull/2699). */
const throttled =
  /rate.?limit|too many requests|throttl|tokens? per (?:minute|day|second)|requests? per (?:minute|day|second)|per.?minute|retry in|retrydelay|please wait|try again in/i

/** Waiting does not help: money or a plan is spent (https://platform.openai.com/docs/guides/error-codes). */
const spent =
  /exceeded your current quota|insufficient (?:balance|credit|funds|quota)|credit balance|out of credits|not enough credits|billing|payment required|spending limit/i

/** Perplexity's wording, which names no context (https://docs.perplexity.ai/guides/perplexity-sdk-error-handling). */
const overlong = /length of all messages is too long/i

/** Waiting helps, and the caller did nothing wrong: the model has no room (https://developers.cloudflare.com/workers-ai/platform/errors/). */
const crowded = /\boverloaded\b|\bat capacity\b|capacity (?:temporarily )?exceeded/i

/** xAI and Gemini refuse a wrong key by HTTP 400 (https://docs.x.ai/docs/key-information/debugging). */
const badKey = /(?:incorrect|invalid) api[ -]?key|api key (?:is )?(?:not valid|not found|invalid|expired)/i

/** OpenRouter forbids by HTTP 403 what moderation flags (https://openrouter.ai/docs/api-reference/errors). */
const flagged = /\b(?:input|prompt|content) was flagged\b/i

/** The code that the words prove, or undefined when they prove none. */
export function codeOfWording(message: string): FailureCode | undefined {
  if (throttled.test(message)) return 'RATE_LIMIT'
  if (spent.test(message)) return 'QUOTA'
  if (saysOverflow(message) || overlong.test(message)) return 'CONTEXT_WINDOW_EXCEEDED'
  if (flagged.test(message)) return 'CONTENT_FILTER'
  if (badKey.test(message)) return 'AUTH'
  return crowded.test(message) ? 'OVERLOADED' : undefined
}
