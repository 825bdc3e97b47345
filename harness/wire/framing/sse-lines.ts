/** Splits a byte stream into decoded lines at LF, CRLF and CR, with byte offsets. Not here: what a line means in SSE (sse.ts). */

const LF = 10
const CR = 13

/** Only the body may begin with a byte order mark that is none of its text. */
const firstLineDecoder = new TextDecoder()
const lineDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A line without its end; the range includes the end (CR, LF or both). */
export type Line = { text: string; start: number; end: number }

export type Split = {
  lines: Line[]
  /** Offset of the first byte of this push. */
  from: number
  /** The push began with the LF of a CRLF whose CR had ended the push before. */
  lateLineFeed: boolean
}

export type LineSplitter = {
  push(bytes: Uint8Array): Split
  /** The bytes after the last line end, as a line; absent when there are none. Only at the end of the body. */
  rest(): Line | undefined
  /** Bytes pushed so far. */
  offset(): number
}

export function createLineSplitter(): LineSplitter {
  let pieces: Uint8Array[] = []
  let lineStart = 0
  let offset = 0
  let afterCarriageReturn = false

  // No character holds the byte of a line end, so lines can be decoded one by one.
  function close(end: number): Line {
    const [piece = new Uint8Array()] = pieces.length > 1 ? [Buffer.concat(pieces)] : pieces
    const decoder = lineStart === 0 ? firstLineDecoder : lineDecoder
    const line = { text: decoder.decode(piece), start: lineStart, end }
    pieces = []
    lineStart = end
    return line
  }

  function push(bytes: Uint8Array): Split {
    const split: Split = { lines: [], from: offset, lateLineFeed: afterCarriageReturn && bytes[0] === LF }
    let from = split.lateLineFeed ? 1 : 0
    if (split.lateLineFeed) lineStart += 1
    const lineEnd = lineEndsOf(bytes)
    for (let at = lineEnd(from); at !== -1; at = lineEnd(from)) {
      pieces.push(bytes.subarray(from, at))
      from = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1
      split.lines.push(close(offset + from))
    }
    // A caller may reuse its buffer, so what is kept is copied.
    if (from < bytes.length) pieces.push(bytes.slice(from))
    if (bytes.length > 0) afterCarriageReturn = bytes.at(-1) === CR
    offset += bytes.length
    return split
  }

  return {
    push,
    rest: () => (lineStart < offset ? close(offset) : undefined),
    offset: () => offset,
  }
}

/** Finds line ends from rising offsets. Each byte value is looked for once over, also where a body holds only the other one. */
function lineEndsOf(bytes: Uint8Array): (from: number) => number {
  const next = { [LF]: bytes.indexOf(LF), [CR]: bytes.indexOf(CR) }
  const find = (byte: typeof LF | typeof CR, from: number): number => {
    if (next[byte] !== -1 && next[byte] < from) next[byte] = bytes.indexOf(byte, from)
    return next[byte]
  }
  return (from) => {
    const [lf, cr] = [find(LF, from), find(CR, from)]
    return lf === -1 || (cr !== -1 && cr < lf) ? cr : lf
  }
}
