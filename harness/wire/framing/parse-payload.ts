/** Adds the parsed JSON to a framed unit when its text is JSON. Not here: judging text that is not (each wire's reader does). */

/** `{ payload }` when the text is JSON, `{}` when it is not, ready to spread into a wire event. */
export function payloadOf(data: string): { payload?: unknown } {
  // The one text without JSON that ends most streams: an exception costs more than parsing it would.
  if (data === '[DONE]') return {}
  try {
    return { payload: JSON.parse(data) as unknown }
  } catch {
    return {}
  }
}
