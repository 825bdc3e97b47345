/**
 * The string values of a JSON text, with their places and with the name under which their pieces belong together.
 * Takes cut and malformed texts too, since a recording keeps what came. Not here: what a string holds (finder.ts).
 */

export type JsonString = {
  /** Half-open range of its contents in the text, without the quotes. */
  start: number
  end: number
  /** The member's name; that of the list where it stands in one. */
  name: string
  /** False where the text ends before the closing quote. */
  closed: boolean
  frame: Frame
}

type Frame = {
  parent: Frame | undefined
  /** Its part of the key, once it was asked for. */
  key: string | undefined
  isList: boolean
  /** Name under which it stands in its parent. */
  name: string
  /** Name of the member being read. */
  member: string
  /** Members that tell apart what else has the same path: indexes, item ids. */
  marks: string
}

const quote = 34
const colon = 58

/** Scans `text` from `from` to `to`; the ranges are positions in `text`. */
export function jsonStrings(text: string, from = 0, to = text.length): JsonString[] {
  const strings: JsonString[] = []
  let frame = newFrame(undefined, true)
  const top = frame
  for (let at = from; at < to; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const string = readString(text, at, to, frame)
        at = string.end
        if (!frame.isList && isName(text, at + 1, to)) {
          frame.member = text.slice(string.start, string.end)
          addNumberMark(text, at, to, frame)
        } else {
          strings.push(string)
          addTextMark(text, string, frame)
        }
        break
      }
      case 123: // {
      case 91: // [
        frame = newFrame(frame, text.charCodeAt(at) === 91)
        break
      case 125: // }
      case 93: // ]
        frame = frame.parent ?? top
        break
    }
  }
  return strings
}

function newFrame(parent: Frame | undefined, isList: boolean): Frame {
  return { parent, key: undefined, isList, name: parent?.member ?? '', member: '', marks: '' }
}

function readString(text: string, at: number, to: number, frame: Frame): JsonString {
  const end = endOfString(text, at + 1, to)
  const closed = end < to && text.charCodeAt(end) === quote
  return { start: at + 1, end, name: frame.isList ? frame.name : frame.member, closed, frame }
}

/** A raw line end is not allowed inside a string: the string was never closed. */
function endOfString(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === 10 || code === 13) return at
    if (code === 92) at += 1
  }
  return to
}

function isName(text: string, from: number, to: number): boolean {
  let at = from
  while (at < to && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return at < to && text.charCodeAt(at) === colon
}

function addNumberMark(text: string, at: number, to: number, frame: Frame): void {
  if (!/index$/i.test(frame.member)) return
  const value = /^"\s*:\s*(\d+)/.exec(text.slice(at, Math.min(to, at + 40)))?.[1]
  if (value !== undefined) frame.marks += `{${frame.member}=${value}}`
}

const marking = new Set(['type', 'item_id', 'jsonPath'])

/** Responses repeats a delta's text whole in other events of the same item; they differ in their type. */
function addTextMark(text: string, string: JsonString, frame: Frame): void {
  const { member } = frame
  if (frame.isList || !marking.has(member)) return
  const value = text.slice(string.start, string.end)
  if (member !== 'type' || value.startsWith('response.')) frame.marks += `{${member}=${value}}`
}

/** Names that only wrap: a block's first text may stand under another of them than the rest. */
const wrappers = new Set(['delta', 'content', 'content_block', 'text', 'parts', 'message', 'part'])

function step(name: string): string {
  return name === '' || wrappers.has(name) ? '' : `/${name}`
}

/** Strings of later events with the same key continue this one. Only complete once the whole text is scanned. */
export function keyOf({ frame, name }: JsonString): string {
  frame.key ??= frameKey(frame, true)
  return frame.isList ? frame.key : frame.key + step(name)
}

/** The key without indexes: what is left of it where the text was cut before them. */
export function bareKeyOf({ frame, name }: JsonString): string {
  return frame.isList ? frameKey(frame, false) : frameKey(frame, false) + step(name)
}

/** Positions in lists are left out: the next piece of a block comes in a list of its own. */
function frameKey(frame: Frame, withMarks: boolean): string {
  const above = frame.parent === undefined ? '' : frameKey(frame.parent, withMarks)
  const own = frame.parent?.isList === true ? '' : step(frame.name)
  return above + own + (withMarks ? frame.marks : '')
}
