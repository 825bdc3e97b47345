/** A text put together from pieces of a body, each character with the bytes it came from. Not here: which pieces belong together (json-strings.ts). */

import { unescapeJson } from './unescape.ts'

/** Half-open byte range in a body. */
export type ByteRange = [start: number, end: number]

type Piece = {
  /** Position of its first character in the text; negative where that was let go. */
  at: number
  length: number
  /** Byte offset in the body. */
  start: number
  /** Byte offset of each character within the piece, and of its end; absent where they are equal. */
  places?: number[]
}

export type PiecedText = {
  /** Byte text. */
  text(): string
  /** Adds a piece whose first byte stands at `start` of the body. `escaped`: as contents of a JSON string. */
  append: (raw: string, start: number, escaped: boolean) => void
  /** The bytes of the characters from `from` to before `to`; several ranges where they came in several pieces. */
  ranges(from: number, to: number): ByteRange[]
  /** Lets go of the first characters. */
  drop(count: number): void
  /** Begins anew after a character whose bytes nobody will ask for. */
  restart(after: string): void
}

export function createPiecedText(): PiecedText {
  let text = ''
  let pieces: Piece[] = []
  return {
    text: () => text,
    append(raw, start, escaped) {
      const { text: added, places } = escaped ? unescapeJson(raw) : { text: raw }
      if (added === '') return
      pieces.push({ at: text.length, length: added.length, start, ...(places && { places }) })
      text += added
    },
    ranges: (from, to) => pieces.flatMap((piece) => rangeIn(piece, from, to)),
    restart(after) {
      text = after
      if (pieces.length > 0) pieces = []
    },
    drop(count) {
      if (count === 0) return
      text = text.slice(count)
      pieces = pieces
        .map((piece) => ({ ...piece, at: piece.at - count }))
        .filter(({ at, length }) => at + length > 0)
    },
  }
}

function rangeIn({ at, length, start, places }: Piece, from: number, to: number): ByteRange[] {
  const first = Math.max(from - at, 0)
  const last = Math.min(to - at, length)
  if (first >= last) return []
  return [[start + (places?.[first] ?? first), start + (places?.[last] ?? last)]]
}
