/** The characters a JSON string's contents stand for, each with the place it came from. Not here: finding strings (json-strings.ts). */

import { utf8ByteText } from './byte-text.ts'

export type Unescaped = {
  /** Byte text. */
  text: string
  /** Where each character begins in the escaped text, and one entry for its end. Absent where nothing was escaped. */
  places?: number[]
  /** Where an escape begins that the text ends inside of; it is left out of `text`. */
  unfinished?: number
}

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Undoes JSON's escapes. What is no escape stays as it is. */
export function unescapeJson(escaped: string): Unescaped {
  if (!escaped.includes('\\')) return { text: escaped }
  let text = ''
  const places: number[] = []
  let at = 0
  let unfinished: number | undefined
  const add = (chars: string, length: number) => {
    for (let k = 0; k < chars.length; k++) places.push(at)
    text += chars
    at += length
  }
  while (at < escaped.length && unfinished === undefined) {
    const next = escaped[at + 1]
    if (escaped[at] !== '\\') add(escaped[at] ?? '', 1)
    else if (next === undefined) unfinished = at
    else if (next !== 'u') add(simple[next] ?? next, 2)
    else {
      const code = /^[0-9a-fA-F]{0,4}/.exec(escaped.slice(at + 2, at + 6))?.[0] ?? ''
      if (code.length === 4) add(utf8ByteText(String.fromCharCode(parseInt(code, 16))), 6)
      else if (at + 2 + code.length === escaped.length) unfinished = at
      else add('\\', 1)
    }
  }
  places.push(at)
  return { text, places, ...(unfinished !== undefined && { unfinished }) }
}
