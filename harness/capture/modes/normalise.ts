/** The one normaliser of requests: a recorded and an asked request are the same where it gives the same key for both. Not here: redaction, which both have gone through (asked-request.ts). */

import { utf8 } from '../../recording/body-file.ts'
import type { Recording } from '../../recording/format.ts'

/** What changes from run to run and says nothing; left out of recorded and asked requests alike. */
export type Volatile = {
  /** Body fields: names and indexes joined by dots; `*` is any one, `**` any number of them: `user`, `messages.*.id`, `**.created_at`. */
  fields?: readonly string[]
  /** Parts of texts, in the body and in the path: all matches of a pattern count as the same text. */
  text?: readonly RegExp[]
  /** Query parameters. Those that carry a key are always left out. */
  query?: readonly string[]
}

export type NormalisedRequest = {
  method: string
  path: string
  query: Record<string, string[]>
  /** The JSON value; the text where it is no JSON; base64 where it is no text. */
  body: unknown
}

export type Normaliser = (request: Recording['request']) => NormalisedRequest

/** Neither host nor headers count: a session recorded at one address is replayed at another. */
export function normaliserOf(volatile: Volatile = {}): Normaliser {
  const patterns = (volatile.fields ?? []).map((field) => field.split('.'))
  const texts = (volatile.text ?? []).map((pattern) => everyMatch(pattern))
  const plain = (text: string) =>
    texts.reduce((text, pattern) => text.replaceAll(pattern, mark), unredacted(text))
  return ({ method, url, body }) => {
    const [path = '', query = ''] = pathOf(url).split('?', 2)
    return {
      method: method.toUpperCase(),
      path: plain(path),
      query: queryOf(query, volatile.query ?? [], plain),
      body: body === undefined || body.length === 0 ? undefined : cleaned(bodyValue(body), patterns, plain),
    }
  }
}

/** Equal for equal requests, whatever the order of their keys. */
export function keyOf(request: NormalisedRequest): string {
  return JSON.stringify(sorted(request))
}

const mark = '‹volatile›'

function everyMatch(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)
}

/** What a redactor puts in place of a secret has the secret's length, which differs from key to key. */
function unredacted(text: string): string {
  return text.replaceAll(/(?:REDACTED)+(?:R(?:E(?:D(?:A(?:C(?:TE?)?)?)?)?)?)?/g, '‹redacted›')
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://relative.invalid')
  return pathname + search
}

const keyParameter =
  /^(key|api[-_]?key|access[-_]?token|token|x-amz-(date|credential|signature|security-token))$/i

function queryOf(
  query: string,
  ignored: readonly string[],
  plain: (text: string) => string,
): Record<string, string[]> {
  const kept: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    if (keyParameter.test(name) || ignored.includes(name)) continue
    kept[name] = [...(kept[name] ?? []), plain(value)]
  }
  return kept
}

function bodyValue(body: Uint8Array): unknown {
  const text = utf8(body)
  if (text === undefined) return Buffer.from(body).toString('base64')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Pattern = readonly string[]

/** The value without the fields that a pattern names, and with its texts made plain. */
function cleaned(value: unknown, patterns: readonly Pattern[], plain: (text: string) => string): unknown {
  if (typeof value === 'string') return plain(value)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const deeper = patterns.flatMap((pattern) => after(pattern, name))
    return deeper.some((pattern) => pattern.every((step) => step === '**'))
      ? []
      : [[name, cleaned(inner, deeper, plain)] as const]
  })
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept)
}

/** What is left of a pattern once it has gone through `name`; `**` may stay, or be done. */
function after([step, ...rest]: Pattern, name: string): Pattern[] {
  if (step === undefined) return []
  if (step === '**') return [['**', ...rest], ...after(rest, name)]
  return step === '*' || step === name ? [rest] : []
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
