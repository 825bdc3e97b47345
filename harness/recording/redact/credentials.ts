/** The literal credentials of one exchange, read from its own headers and url, and every way they may be written elsewhere. Not here: which headers are kept (headers.ts). */

import { utf8ByteText } from './byte-text.ts'
import { isKeptHeader } from './headers.ts'

/** Shorter values (`test`, `no-key`) are dropped with their header; elsewhere they would be words. */
const shortest = 8

export type Heads = {
  url: string
  requestHeaders: Readonly<Record<string, string>>
  responseHeaders?: Readonly<Record<string, string>>
}

/** They say how to authorise, not who did. */
const harmlessHeader = /^(access-control-|(www|proxy)-authenticate$)/

/** Values that no file of this exchange may hold, in any header, url or body. */
export function credentialsOf(heads: Heads): string[] {
  const found = new Set<string>()
  const values = [
    ...headerValues(heads.requestHeaders),
    ...headerValues(heads.responseHeaders ?? {}),
    ...queryCredentials(heads.url).map(({ value }) => value),
    ...userInfo(heads.url),
  ]
  for (const value of values) if (value.length >= shortest) found.add(value)
  return [...found]
}

/** Names of headers whose value lets somebody in, or tells who it was. */
const secretHeader =
  /auth|token|secret|key|cookie|session|password|credential|signature|organi[sz]ation|project|account|tenant|user(?!-agent)/

/** What in a header is a credential, whatever its length; nothing for headers that are kept or harmless. */
export function headerCredentials(name: string, value: string): string[] {
  const plain = name.toLowerCase()
  if (isKeptHeader(plain) || !secretHeader.test(plain) || harmlessHeader.test(plain)) return []
  // Counts of tokens, prices, switches.
  if (/^(true|false|[\d.]{1,7})$/.test(value)) return []
  if (plain.includes('cookie')) return cookieValues(value)
  return plain.includes('authorization') ? authorisationValues(value) : [value.trim()]
}

function headerValues(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => headerCredentials(name, value))
}

/** `name=value; name=value`, or several Set-Cookie joined by `, `, whose attributes are no secrets. */
function cookieValues(header: string): string[] {
  return header
    .split(/;\s*|,\s*(?=[^;,=\s]+=)/)
    .filter((pair) => !/^(path|domain|expires|max-age|samesite|priority)=/i.test(pair))
    .flatMap((pair) => (pair.includes('=') ? [pair.slice(pair.indexOf('=') + 1).trim()] : []))
}

/** Scheme and value; of Basic the parts too, of AWS the key id and the signature. */
function authorisationValues(header: string): string[] {
  const [, scheme = '', rest = header] = /^\s*([\w-]+)\s+(.+?)\s*$/.exec(header) ?? []
  if (/^aws4/i.test(scheme)) {
    const parts = [/Credential=([^/,\s]+)/i, /Signature=([^,\s]+)/i]
    return parts.flatMap((part) => part.exec(rest)?.[1] ?? [])
  }
  if (!/^basic$/i.test(scheme)) return [rest.trim()]
  const pair = Buffer.from(rest, 'base64').toString('utf8')
  return [rest, pair, pair.slice(pair.indexOf(':') + 1)]
}

const secretQuery =
  /^(key|sig|auth|code|token|signature|password|(x-amz-)?(credential|signature|security-token)|.*(api[_-]?key|access[_-]?token|secret|subscription-key))$/i

/** Query members that are credentials, with where their values stand in the url. */
export function queryCredentials(url: string): { value: string; start: number; end: number }[] {
  const found: { value: string; start: number; end: number }[] = []
  for (const match of url.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)) {
    const [whole, name = '', raw = ''] = match
    if (raw === '' || !secretQuery.test(decoded(name))) continue
    const end = match.index + whole.length
    found.push({ value: decoded(raw), start: end - raw.length, end })
  }
  return found
}

function userInfo(url: string): string[] {
  const info = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@]*)@/i.exec(url)?.[1]
  return info === undefined ? [] : info.split(':').map(decoded)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The byte texts a credential may stand as: plain, JSON-escaped (once or twice), percent-encoded. */
export function writtenForms(credential: string): string[] {
  const json = JSON.stringify(credential).slice(1, -1)
  const twice = JSON.stringify(json).slice(1, -1)
  const percent = encodeURIComponent(credential)
  const form = percent.replaceAll('%20', '+')
  const all = [credential, json, twice, json.replaceAll('/', '\\/'), percent, lowerPercent(percent), form]
  return [...new Set(all.map(utf8ByteText))]
}

/** In base64, wherever in it the credential begins. */
export function base64Forms(credential: string): string[] {
  const base64 = [0, 1, 2].map((offset) => base64Core(credential, offset))
  const url64 = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([...base64, ...url64])].filter((text) => text.length >= shortest)
}

function lowerPercent(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}

/** The characters of a base64 text that depend on the credential alone when `offset` other bytes stand before it in its group of three. */
function base64Core(credential: string, offset: number): string {
  const bytes = Buffer.from(credential, 'utf8')
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const from = offset === 0 ? 0 : offset + 1
  const to = Math.floor(((offset + bytes.length) * 8) / 6)
  return text.slice(from, to)
}
