/** The texts of one unit of a body: JSON strings by the stream they continue, plain data, and the rest of its bytes. Not here: cutting a body into units (layout.ts). */

import { messageLength } from './event-checksum.ts'
import type { Kind } from './finder.ts'
import { bareKeyOf, jsonStrings, keyOf, type JsonString } from './json-strings.ts'
import type { Layout } from './layout.ts'

/** A text inside a unit; `start` and `end` are positions in the unit. */
export type UnitText = {
  start: number
  end: number
  /** The contents of a JSON string, or plain text. */
  escaped: boolean
  /** The JSON member it is the value of. */
  name: string
  kind: Kind
  /** Texts of other units with the same key are the same text, going on. */
  key: string
  /** Its place among the members; absent for plain text. */
  string?: JsonString
}

export function unitTexts(unit: string, layout: Layout): UnitText[] {
  if (layout === 'text') return [plainText(0, unit.length)]
  return dataRanges(unit, layout).flatMap(([start, end]) =>
    /[{["]/.test(firstCharacter(unit, start, end)) ? stringsIn(unit, start, end) : [plainText(start, end)],
  )
}

/** Where the payload stands: the value of each `data` line, the payload of a message, or all of it. */
function dataRanges(unit: string, layout: Layout): [number, number][] {
  if (layout === 'eventstream') return messagePayload(unit)
  if (layout !== 'sse') return [[0, unit.length]]
  const ranges = Array.from(
    unit.matchAll(/^\uFEFF?(?:\xEF\xBB\xBF)?data: ?([^\r\n]*)/gm),
    (match): [number, number] => {
      const end = match.index + match[0].length
      return [end - (match[1] ?? '').length, end]
    },
  )
  // An error in plain JSON may come under the content type of a stream.
  return ranges.length > 0 ? ranges : [[0, unit.length]]
}

function messagePayload(unit: string): [number, number][] {
  const head = Buffer.from(unit.slice(0, 12), 'latin1')
  const length = messageLength(head)
  if (length === undefined) return [[0, unit.length]]
  const payload = 12 + head.readUInt32BE(4)
  // A message without a payload, or one that was cut, is searched as it is.
  return payload < Math.min(length - 4, unit.length)
    ? [[payload, Math.min(length - 4, unit.length)]]
    : [[0, unit.length]]
}

/** In a list, an element comes with the comma before it. */
function firstCharacter(unit: string, start: number, end: number): string {
  return /[^\s,]/.exec(unit.slice(start, Math.min(end, start + 64)).replace(/^\xEF\xBB\xBF/, ''))?.[0] ?? ''
}

function plainText(start: number, end: number): UnitText {
  return { start, end, escaped: false, name: '', kind: 'plain', key: '#text' }
}

function stringsIn(unit: string, start: number, end: number): UnitText[] {
  return jsonStrings(unit, start, end).map((string) => {
    const kind = isOpaque(string.name, unit.slice(string.start, string.end)) ? 'opaque' : 'plain'
    const key = `${kind}:${keyOf(string)}`
    return { start: string.start, end: string.end, escaped: true, name: string.name, kind, key, string }
  })
}

/** The key without what a cut unit may have lost of it. */
export function bareKey({ kind, string, key }: UnitText): string {
  return string === undefined ? key : `${kind}:${bareKeyOf(string)}`
}

/** Whether the unit ends before the text does. */
export function isCut({ string }: UnitText): boolean {
  return string !== undefined && !string.closed
}

/** Members whose value is ciphertext or a signature; a change there makes the next turn invalid. */
const opaqueNames = new Set([
  'encrypted_content',
  'signature',
  'thought_signature',
  'thoughtSignature',
  'redactedContent',
  'reasoning_opaque',
  'obfuscation',
])

/** A key is shorter than this, and is never base64 for so long. */
const longestKey = 256

function isOpaque(name: string, value: string): boolean {
  if (opaqueNames.has(name)) return !/\s/.test(value)
  if (value.startsWith('data:') && /^data:[\w/+.-]+;base64,/.test(value)) return true
  return value.length >= longestKey && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value)
}

/** The unit with its texts blanked out, in lines: what is left to search. */
export function restOf(unit: string, texts: readonly UnitText[]): { line: string; start: number }[] {
  let rest = ''
  for (const { start, end } of texts) {
    rest += unit.slice(rest.length, start)
    rest += '\0'.repeat(Math.max(0, end - rest.length))
  }
  rest += unit.slice(rest.length)
  return Array.from(rest.matchAll(/[^\r\n]+/g), (match) => ({ line: match[0], start: match.index }))
}
