/** What a rule for one kind of secret is, and how the rules with a fixed beginning are made. Not here: the rules (key-patterns.ts, context-patterns.ts). */

import { beginningsOf, escaped, literally } from './growing.ts'

export type SecretPattern = {
  /** Slug that stands in `redactions[].rule`. */
  id: string
  /** Flags `gd`. Group 1, where there is one, is the secret; else the whole match. */
  find: RegExp
  /** Source of a text without which nothing matches, for a quick no. */
  hint: string
  /** Source of what may still grow into a match at the end of a text. */
  growing: string
  /** Public document or detector the shape was taken from. */
  source: string
}

export type Shape = {
  id: string
  /** The fixed beginnings, any of which starts a secret. */
  starts: readonly string[]
  /** Source of one character of the rest. */
  char: string
  /** Characters after the beginning: at least, and exactly where `exact`. */
  length: number
  exact?: true
  /** The beginning is short enough to occur inside words: it must not follow a letter or digit. */
  alone?: true
  /** The rest must hold a digit, where words could look like it. */
  digit?: true
  source: string
}

/** The rule of a secret that starts with a fixed text. */
export function startingWith(shape: Shape): SecretPattern {
  const { id, starts, char, length, source } = shape
  const count = `{${length}${shape.exact ? '' : ',4096'}}`
  const digit = shape.digit ? `(?=${char}{0,64}\\d)` : ''
  const hint = starts.map(escaped).join('|')
  return {
    id,
    find: new RegExp(`${shape.alone ? '(?<![A-Za-z0-9])' : ''}(?:${hint})${digit}${char}${count}`, 'gd'),
    hint,
    growing: starts.map((start) => beginningsOf(literally(start), `${char}*`)).join('|'),
    source,
  }
}
