/** Bytes of a body between what was let go and what has come. Grows without copying everything at each push. */

export type HeldBytes = {
  /** Offset in the body of the first byte held. */
  start(): number
  /** Offset after the last byte that came. */
  end(): number
  append(bytes: Uint8Array): void
  /** The held bytes from an offset on; valid until the next call that changes them. */
  from(offset: number, end?: number): Uint8Array
  /** A copy of the bytes before an offset, which are held no longer. */
  take(offset: number): Uint8Array
}

export function createHeldBytes(): HeldBytes {
  let buffer = new Uint8Array(1024)
  let first = 0
  let length = 0
  let start = 0

  function makeRoom(added: number): void {
    if (first + length + added <= buffer.length) return
    const grown =
      length + added > buffer.length / 2 ? new Uint8Array(Math.max(4096, 2 * (length + added))) : buffer
    grown.set(buffer.subarray(first, first + length))
    buffer = grown
    first = 0
  }

  return {
    start: () => start,
    end: () => start + length,
    append(bytes) {
      makeRoom(bytes.length)
      buffer.set(bytes, first + length)
      length += bytes.length
    },
    from: (offset, end = start + length) => buffer.subarray(first + offset - start, first + end - start),
    take(offset) {
      const count = offset - start
      const taken = buffer.slice(first, first + count)
      first += count
      length -= count
      start = offset
      return taken
    },
  }
}
