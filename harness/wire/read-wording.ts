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

/** The code that the words prove, or undefined when they prove none. */
export function codeOfWording(message: string): FailureCode | undefined {
  if (throttled.test(message)) return 'RATE_LIMIT'
  if (spent.test(message)) return 'QUOTA'
  return saysOverflow(message) || overlong.test(message) ? 'CONTEXT_WINDOW_EXCEEDED' : undefined
}
