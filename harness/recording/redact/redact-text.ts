/** Redacts short texts: urls, header values, reasons. Not here: bodies (body-redactor.ts). */

import { utf8ByteText, utf8Of } from './byte-text.ts'
import { queryCredentials } from './credentials.ts'
import { credentialRule, type Finder, merged, type Span } from './finder.ts'
import { isPlaceholder, placeholder } from './placeholder.ts'
import { secretlintSpans } from './secretlint.ts'

export type OnSecret = (rule: string) => void

/** The text with as many bytes, its secrets replaced. */
export function redactText(text: string, finder: Finder, onSecret: OnSecret): string {
  const bytes = utf8ByteText(text)
  return replaced(bytes, finder.spans(bytes, 'plain'), onSecret)
}

/** The same for what only secretlint knows. */
export function redactTextBySecretlint(text: string, onSecret: OnSecret): string {
  const bytes = utf8ByteText(text)
  return replaced(bytes, secretlintSpans(bytes), onSecret)
}

/** A url keeps its form; values of credential members go whatever they look like, others where they are secrets. */
export function redactUrl(url: string, finder: Finder, onSecret: OnSecret): string {
  const members = queryCredentials(url).map(({ start, end }) => ({
    from: Buffer.byteLength(url.slice(0, start)),
    to: Buffer.byteLength(url.slice(0, end)),
    rule: credentialRule,
  }))
  const bytes = utf8ByteText(url)
  const plain = percentDecoded(bytes)
  const inside = finder.spans(plain.text, 'plain').map(({ from, to, rule }) => ({
    from: plain.places[from] ?? bytes.length,
    to: plain.places[to] ?? bytes.length,
    rule,
  }))
  return replaced(bytes, [...members, ...finder.spans(bytes, 'plain'), ...inside], onSecret)
}

function replaced(bytes: string, spans: readonly Span[], onSecret: OnSecret): string {
  let result = ''
  let at = 0
  for (const { from, to, rule } of merged(spans)) {
    if (isPlaceholder(bytes.slice(from, to))) continue
    result += bytes.slice(at, from) + placeholder(to - from)
    at = to
    onSecret(rule)
  }
  return utf8Of(result + bytes.slice(at))
}

function percentDecoded(bytes: string): { text: string; places: number[] } {
  let text = ''
  const places: number[] = []
  for (let at = 0; at < bytes.length;) {
    const code = /^%[0-9A-Fa-f]{2}/.exec(bytes.slice(at, at + 3))?.[0]
    places.push(at)
    text += code === undefined ? (bytes[at] ?? '') : String.fromCharCode(parseInt(code.slice(1), 16))
    at += code === undefined ? 1 : 3
  }
  places.push(bytes.length)
  return { text, places }
}
