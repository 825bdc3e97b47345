/** Finds secrets in one text: literal credentials, our own patterns, the user's. Not here: which texts there are (body-redactor.ts), secretlint's rules (secretlint.ts). */

import { decodedText } from './byte-text.ts'
import { contextPatterns } from './context-patterns.ts'
import { base64Forms, writtenForms } from './credentials.ts'
import { keyPatterns } from './key-patterns.ts'
import type { SecretPattern } from './pattern.ts'
import { isPlaceholder } from './placeholder.ts'

/** A secret in a text, by half-open range. */
export type Span = { from: number; to: number; rule: string }

/** A rule of the user's own. */
export type UserPattern = {
  /** Slug; stands as `user/<id>` in the redactions. */
  id: string
  /** Group 1, where there is one, is the secret; else the whole match. */
  pattern: RegExp
  /** Longest secret in characters, by which a stream lags. Default 256. */
  longest?: number
}

/** `opaque` texts (signatures, encrypted reasoning, images) hold no key on purpose: only literal credentials count there. */
export type Kind = 'plain' | 'opaque'

export type Finder = {
  /** Whether anything can be in the text at all; false is certain. */
  mayHold(text: string, kind: Kind): boolean
  /** Secrets in a byte text, rising and apart from each other. */
  spans(text: string, kind: Kind): Span[]
  /** Where the earliest secret begins that may go on after the text; its length where there is none. */
  growingFrom(text: string, kind: Kind): number
}

export const credentialRule = 'request-credential'
const patterns: readonly SecretPattern[] = [...keyPatterns, ...contextPatterns]
const anyHint = new RegExp([...new Set(patterns.map(({ hint }) => hint))].join('|'))
const hints = new Map(patterns.map((pattern) => [pattern, new RegExp(pattern.hint)]))
const growing = new RegExp(`(?:${patterns.map((pattern) => pattern.growing).join('|')})$`)
/** Longer than any secret: what still grows after so many bytes is none. */
export const longestSecret = 8192

export function createFinder(
  credentials: readonly string[],
  userPatterns: readonly UserPattern[] = [],
): Finder {
  // What a provider sealed may hold an account's id in base64; changed, the next turn would be refused.
  const written = credentials.flatMap(writtenForms)
  const opaque = literalSet(written)
  const plain = literalSet([...written, ...credentials.flatMap(base64Forms)])
  const literalsOf = (kind: Kind) => (kind === 'opaque' ? opaque : plain)
  const own = userPatterns.map(prepared)
  const userLag = Math.max(0, ...own.map(({ longest }) => longest))
  return {
    mayHold: (text, kind) =>
      literalsOf(kind).all.some((literal) => text.includes(literal)) ||
      (kind === 'plain' && (own.length > 0 || anyHint.test(text))),
    spans(text, kind) {
      const found = literalsOf(kind).all.flatMap((literal) => literalSpans(text, literal))
      if (kind === 'plain') found.push(...patternSpans(text), ...own.flatMap((user) => userSpans(text, user)))
      return merged(found.filter(({ from, to }) => !isPlaceholder(text.slice(from, to))))
    },
    growingFrom(text, kind) {
      const literalFrom = growingLiteral(text, literalsOf(kind))
      if (kind === 'opaque') return literalFrom
      return Math.min(literalFrom, growingPattern(text), Math.max(0, text.length - userLag))
    },
  }
}

/** Ids, names and common words come again with every event. */
const seenTexts = new Map<string, number>()
const shortText = 40

function growingPattern(text: string): number {
  const seen = text.length > shortText ? undefined : seenTexts.get(text)
  if (seen !== undefined) return seen
  const start = Math.max(0, text.length - longestSecret)
  const match = growing.exec(start === 0 ? text : text.slice(start))
  const from = match === null ? text.length : match.index + start
  if (text.length > shortText) return from
  if (seenTexts.size >= 5000) seenTexts.clear()
  seenTexts.set(text, from)
  return from
}

function literalSpans(text: string, literal: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + literal.length)) {
    spans.push({ from: at, to: at + literal.length, rule: credentialRule })
  }
  return spans
}

function patternSpans(text: string): Span[] {
  if (!anyHint.test(text)) return []
  return patterns.flatMap((pattern) =>
    hints.get(pattern)?.test(text) ? matches(text, pattern.find, pattern.id) : [],
  )
}

function matches(text: string, find: RegExp, rule: string): Span[] {
  return Array.from(text.matchAll(find), (match) => {
    const [from, to] = match.indices?.[1] ?? match.indices?.[0] ?? [match.index, match.index]
    return { from, to, rule }
  }).filter(({ from, to }) => to > from)
}

type PreparedUserPattern = { rule: string; find: RegExp; longest: number }

function prepared({ id, pattern, longest = 256 }: UserPattern): PreparedUserPattern {
  return {
    rule: `user/${id}`,
    find: new RegExp(pattern.source, `${pattern.flags.replace(/[gdy]/g, '')}gd`),
    longest,
  }
}

/** A user's pattern sees characters, not bytes. */
function userSpans(bytes: string, { rule, find }: PreparedUserPattern): Span[] {
  const decoded = decodedText(bytes)
  if (decoded === undefined) return matches(bytes, find, rule)
  return matches(decoded.text, find, rule).map(({ from, to }) => ({
    from: decoded.toByte(from),
    to: decoded.toByte(to),
    rule,
  }))
}

type Literals = {
  all: readonly string[]
  byFirst: ReadonlyMap<number, readonly string[]>
  longest: number
}

function literalSet(all: readonly string[]): Literals {
  const longest = Math.max(0, ...all.map(({ length }) => length))
  return { all, byFirst: Map.groupBy(all, (literal) => literal.charCodeAt(0)), longest }
}

/** Where the earliest literal begins of which the text ends in a part. */
function growingLiteral(text: string, { byFirst, longest }: Literals): number {
  for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
    const candidates = byFirst.get(text.charCodeAt(at))
    if (candidates === undefined) continue
    const end = text.slice(at)
    if (candidates.some((literal) => literal.length > end.length && literal.startsWith(end))) return at
  }
  return text.length
}

/** Overlapping spans become one, under the rule of the one that begins first; of those, the earlier in the table. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last !== undefined && span.from < last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}
