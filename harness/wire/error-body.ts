/** The body of an error answer as text and JSON, whatever it really is. Not here: what its fields mean (each wire's read-error.ts). */

import { parseJson } from './json-fields.ts'

/** Longest text of a body that is kept as a message, in UTF-16 units: proxies answer with whole pages. */
const LONGEST = 500

export type ErrorBody = {
  /** The body as text; bytes that are not UTF-8 are replaced. */
  text: string
  /** The parsed body; undefined when it is not JSON (HTML, empty, truncated). */
  json: unknown
  /** `json` where there is one, else the text; for `Failure.raw`. Undefined for an empty body. */
  raw: unknown
}

/** Never throws. */
export function errorBodyOf(body: Uint8Array): ErrorBody {
  const text = new TextDecoder().decode(body).trim()
  // Behind `text/event-stream` the body is sometimes framed as one event.
  const json = parseJson(text.replace(/^(?:event:[^\n]*\n)?data: ?/, ''))
  return { text, json, raw: json ?? (text === '' ? undefined : text) }
}

/** A readable line for a body without a message of its own. */
export function messageOfText({ text, json }: ErrorBody, status: number): string {
  const title = json === undefined ? /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() : ''
  return title || clip(text) || `HTTP ${status} without a body`
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
