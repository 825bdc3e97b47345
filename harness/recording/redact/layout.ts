/**
 * How a body is cut into units while it comes: events, lines, or the whole. The cuts depend on the bytes alone, never on
 * how they were pushed, so that a body redacted as it comes equals the body redacted whole. Not here: what a unit holds (unit-texts.ts).
 */

import { messageLength } from './event-checksum.ts'
import { payloadOf } from '../../wire/framing/parse-payload.ts'

export type Layout = 'sse' | 'ndjson' | 'json-array' | 'eventstream' | 'json' | 'text'

/** The most bytes of one unit; a longer one is cut there. Text has no units of its own. */
export const longestUnit = 16 * 1024 * 1024
const longestText = 64 * 1024

export const layoutOf = { request: requestLayout, response: responseLayout }

/** `undefined`: more bytes are needed to tell. `complete`: no more will come. */
function requestLayout(bytes: Uint8Array, complete: boolean): Layout | undefined {
  const first = firstByte(bytes)
  if (first === undefined) return complete ? 'text' : undefined
  return first === open.object || first === open.list ? 'json' : 'text'
}

const named: readonly [RegExp, Layout][] = [
  [/^text\/event-stream/, 'sse'],
  [/amazon\.eventstream/, 'eventstream'],
  [/ndjson|jsonl|jsonlines|stream\+json/, 'ndjson'],
]
const open = { object: 123, list: 91 }

function responseLayout(bytes: Uint8Array, complete: boolean, contentType = ''): Layout | undefined {
  const type = contentType.trim().toLowerCase()
  const byName = named.find(([pattern]) => pattern.test(type))
  if (byName !== undefined) return byName[1]
  if (bytes.length < 16 && !complete) return undefined
  if (messageLength(bytes) !== undefined) return 'eventstream'
  switch (firstByte(bytes)) {
    case undefined:
      return complete || bytes.length > longestText ? 'text' : undefined
    case open.list:
      return 'json-array'
    case open.object:
      return objectLayout(bytes, complete)
    default:
      return /^\s*(?:data|event|id|retry)?:/.test(textOf(bytes.subarray(0, 4096))) ? 'sse' : 'text'
  }
}

/** One object, or one on each line: the first line tells. */
function objectLayout(bytes: Uint8Array, complete: boolean): Layout | undefined {
  const lineEnd = bytes.indexOf(10)
  if (lineEnd === -1) return complete || bytes.length > longestUnit ? 'json' : undefined
  return payloadOf(textOf(bytes.subarray(0, lineEnd))).payload === undefined ? 'json' : 'ndjson'
}

function firstByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const at = bytes.subarray(start).findIndex((byte) => byte !== 32 && (byte < 9 || byte > 13))
  return at === -1 ? undefined : bytes[start + at]
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

export type Unit = { length: number; layout: Layout }

/** Gives the first unit of the bytes after the last one, once it is complete. Pass the same bytes again, grown, until it is. */
export type Splitter = (bytes: Uint8Array) => Unit | undefined

type Border = (bytes: Uint8Array, from: number) => number | undefined

export function createSplitter(layout: Layout): Splitter {
  if (layout === 'eventstream') return eventstreamSplitter()
  const border = createBorder(layout)
  const longest = layout === 'text' ? longestText : longestUnit
  let scanned = 0
  return (bytes) => {
    const window = bytes.length > longest ? bytes.subarray(0, longest) : bytes
    const length = border(window, scanned) ?? (window.length === longest ? longest : undefined)
    scanned = length === undefined ? window.length : 0
    return length === undefined ? undefined : { length, layout }
  }
}

function createBorder(layout: Exclude<Layout, 'eventstream'>): Border {
  switch (layout) {
    case 'sse':
      return blankLine()
    case 'json-array':
      return elementEnd()
    case 'json':
      return () => undefined
    case 'ndjson':
    case 'text':
      return (bytes, from) => {
        const at = bytes.indexOf(10, from)
        return at === -1 ? undefined : at + 1
      }
  }
}

/** Lines end in LF, CR or both. The LF of a CRLF after a blank line opens the next unit: it cannot be waited for. */
function blankLine(): Border {
  let afterReturn = false
  let isEmpty = false
  return (bytes, from) => {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      const isLineEnd = byte === 13 || (byte === 10 && !afterReturn)
      const ends = isLineEnd && isEmpty
      if (isLineEnd) isEmpty = !ends
      else if (byte !== 10) isEmpty = false
      afterReturn = byte === 13
      if (ends) return at + 1
    }
    return undefined
  }
}

/** An element of a list of objects ends with its own closing bracket. */
function elementEnd(): Border {
  let depth = 0
  let isText = false
  let isEscaped = false
  return (bytes, from) => {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === 92) isEscaped = true
        else if (byte === 34) isText = false
      } else if (byte === 34) isText = true
      else if (byte === open.object || byte === open.list) depth += 1
      else if (byte === 125 || byte === 93) {
        depth -= 1
        if (depth === 1) return at + 1
      }
    }
    return undefined
  }
}

/** After a damaged prelude no message can be found again: the rest is text. */
function eventstreamSplitter(): Splitter {
  const asText = createSplitter('text')
  let isDamaged = false
  return (bytes) => {
    if (isDamaged) return asText(bytes)
    if (bytes.length < 12) return undefined
    const length = messageLength(bytes)
    if (length === undefined || length < 16 || length > longestUnit) {
      isDamaged = true
      return asText(bytes)
    }
    return bytes.length < length ? undefined : { length, layout: 'eventstream' }
  }
}
