/** Cuts a text into the deltas a writer sends. Not here: what a delta looks like (each wire's write-turn.ts). */

/** Behind this many deltas the rest of a long text comes in one: thousands of one-letter deltas prove nothing that a hundred do not. */
const mostFragments = 100

/**
 * Lengths in UTF-16 units, used in a cycle; zero gives an empty delta. No lengths, or none above zero: one delta. An empty text has no delta.
 * A cut may fall inside a surrogate pair: JSON escapes carry the halves.
 */
export function fragmentsOf(text: string, lengths: readonly number[]): string[] {
  if (text === '') return []
  if (!lengths.some((length) => length > 0)) return [text]
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const isLast = pieces.length === mostFragments - 1
    const length = isLast ? text.length - at : Math.max(0, lengths[turn % lengths.length] ?? 0)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}
