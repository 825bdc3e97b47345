/** What the words of an error message say where codes and status do not, the same for every provider. Not here: codes and types (each wire's read-error.ts). */

import type { FailureCode } from '../turn/failure.ts'

/** Waiting helps: a limit over a span of time, even where the text also says "quota" or "too many tokens" (https://github.com/badlogic/pi-mono/pull/2699). */
const throttled =
  /rate.?limit|too many requests|throttl|tokens? per (?:minute|day|second)|requests? per (?:minute|day|second)|per.?minute|retry in|retrydelay|please wait|try again in/i

/** Waiting does not help: money or a plan is spent (https://platform.openai.com/docs/guides/error-codes). */
const spent =
  /exceeded your current quota|insufficient (?:balance|credit|funds|quota)|credit balance|out of credits|not enough credits|billing|payment required|spending limit/i

/**
 * The prompt is longer than the model reads, in the wordings of OpenAI, DeepSeek, Mistral, Groq, OpenRouter, xAI,
 * llama.cpp, vLLM, Bedrock, Gemini, DashScope, z.ai and Cohere
 * (collected at https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts and
 * https://github.com/rynfar/meridian/issues/856).
 */
const overlong = [
  /(?:maximum|max|model'?s?|model maximum|available) context (?:length|window|size)/i,
  /maximum prompt length|max(?:imum)? (?:input|prompt) tokens?|prompt (?:is )?too long|prompt exceeds max/i,
  /exceeds? (?:the )?(?:model'?s? )?(?:max(?:imum)? )?(?:context|number of (?:input )?tokens)/i,
  /context ?(?:length|window|size|limit) ?(?:was |is )?exceed|exceed(?:s|ed|ing)? (?:the )?(?:available )?(?:max )?context/i,
  /input (?:is|was) too long|input token count .{0,20}exceeds|input \(\d+ tokens\) is longer/i,
  /length of (?:all )?messages is too long|reduce the length of the messages/i,
  /too large for model with \d+ maximum context|range of input length should be|total number of tokens .{0,40}cannot exceed/i,
  /configured context size|tokens in request more than max|prompt tokens \(\d+\) exceed/i,
] as const

/** The code that the words prove, or undefined when they prove none. */
export function codeOfWording(message: string): FailureCode | undefined {
  if (throttled.test(message)) return 'RATE_LIMIT'
  if (spent.test(message)) return 'QUOTA'
  return overlong.some((pattern) => pattern.test(message)) ? 'CONTEXT_WINDOW_EXCEEDED' : undefined
}
