/** Puts several lists into one order. Not here: what is in them. */

/** The first of each, then the second of each, and so on. */
export function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  return zip(lists).flat()
}

/** All firsts, all seconds, and so on; shorter lists run out. */
export function zip<T>(lists: readonly (readonly T[])[]): T[][] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)))
}
