/** Cutting bytes into reads. */

/** Cuts `body` at the given offsets; offsets at the ends or out of order change nothing. */
export function split(body: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const inside = [...new Set(offsets)].filter((offset) => offset > 0 && offset < body.length)
  const borders = [0, ...inside.sort((a, b) => a - b), body.length]
  return borders.slice(1).flatMap((end, at) => {
    const start = borders[at] ?? 0
    return end > start ? [body.subarray(start, end)] : []
  })
}
