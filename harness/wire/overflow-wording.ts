/** How providers word that a request is longer than the model's context, where no code says it. Not here: codes and statuses (each wire's read-error.ts). */

/**
 * Wordings of many providers, since gateways pass their upstream's text on. Collected in public:
 * https://github.com/earendil-works/pi (packages/ai/src/utils/overflow.ts, and the issues its entries name),
 * https://github.com/anomalyco/opencode/issues/23713, https://github.com/anomalyco/opencode/issues/35918.
 */
const overflows: readonly RegExp[] = [
  /maximum context length/i,
  /context[ _-]?(?:length|window|size|limit)[^.]{0,60}\bexceed/i,
  /\bexceed(?:s|ed|ing)?\b[^.]{0,80}\bcontext[ _-]?(?:length|window|size|limit)/i,
  /(?:prompt|input|request)(?: is)? too (?:long|large)/i,
  /(?:longer|greater) than the (?:model'?s )?(?:context|maximum)/i,
  /prompt (?:has|contains) [\d,]+ tokens/i,
  /maximum prompt length/i,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  /(?:input|prompt)[ _]tokens?[^.]{0,60}\bexceed/i,
  /exceeded model token limit/i,
  /range of input length should be/i,
  /prompt exceeds max(?:imum)? length/i,
  /input exceeds the max(?:imum)? input token limit/i,
  /tokens in request more than max tokens/i,
  /too many tokens: (?:total number of tokens|size limit exceeded)/i,
  /`inputs` tokens \+ `max_new_tokens` must be/i,
]

/** A limit on tokens over time is worded much like one on tokens at once. */
const rateLimits = /rate limit|too many requests|throttl|per (?:minute|day|hour)|quota/i

/** Whether the text says that the request does not fit into the model's context. */
export function saysOverflow(text: string): boolean {
  return !rateLimits.test(text) && overflows.some((pattern) => pattern.test(text))
}
