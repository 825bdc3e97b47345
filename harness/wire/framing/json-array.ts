/**
 * A JSON array that arrives element by element, as Gemini streams without `alt=sse`
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/projects.locations.endpoints/streamGenerateContent).
 * Not here: what an element means.
 */

import type { EventDraft, WireEvent } from '../wire.ts'
import { payloadOf } from './parse-payload.ts'

const decoder = new TextDecoder()

/**
 * One event an element, ranges from its first byte to its last. A body cut inside an element gives that element with
 * `terminated: false`. A lone object, which is how an error answers, counts as one element.
 */
export function frameJsonArray(body: Uint8Array): WireEvent[] {
  return elementsOf(body).map(({ start, end, terminated }, index) => {
    const data = decoder.decode(body.subarray(start, end)).trimEnd()
    const event = { index, data, ...payloadOf(data), start, end, terminated }
    return terminated && event.payload === undefined ? { ...event, damage: 'the element is not JSON' } : event
  })
}

type Element = { start: number; end: number; terminated: boolean }

/** All bytes that matter here are ASCII, and no byte of a longer UTF-8 sequence is, so bytes can be scanned undecoded. */
function elementsOf(body: Uint8Array): Element[] {
  const elements: Element[] = []
  let at = skipByteOrderMark(body)
  let inArray = false
  while (at < body.length) {
    const char = charAt(body, at)
    if (!inArray && char === '[') inArray = true
    else if (!/[\s,\]]/.test(char)) {
      const element = scanElement(body, at)
      elements.push(element)
      at = element.end
      continue
    }
    at += 1
  }
  return elements
}

function scanElement(body: Uint8Array, start: number): Element {
  let depth = 0
  for (let at = start; at < body.length; at++) {
    const char = charAt(body, at)
    if (char === '"') {
      at = endOfString(body, at)
      if (depth === 0) return { start, end: Math.min(at + 1, body.length), terminated: at < body.length }
    } else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      if (depth <= 1) return { start, end: depth === 1 ? at + 1 : Math.max(at, start + 1), terminated: true }
      depth -= 1
    } else if (depth === 0 && char === ',') return { start, end: at, terminated: true }
  }
  return { start, end: body.length, terminated: false }
}

/** Index of the closing quote, or the body's length when the string is cut. */
function endOfString(body: Uint8Array, quote: number): number {
  for (let at = quote + 1; at < body.length; at++) {
    const char = charAt(body, at)
    if (char === '\\') at += 1
    else if (char === '"') return at
  }
  return body.length
}

function charAt(body: Uint8Array, at: number): string {
  return String.fromCharCode(body[at] ?? 0)
}

function skipByteOrderMark(body: Uint8Array): number {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0
}

const encoder = new TextEncoder()

/** One entry an event; the first opens the array and the last closes it. `data` must be JSON. */
export function encodeJsonArray(drafts: readonly EventDraft[]): Uint8Array[] {
  return drafts.map((draft, index) => {
    const before = index === 0 ? '[' : ',\n'
    const after = index === drafts.length - 1 ? ']\n' : '\n'
    return encoder.encode(`${before}${draft.data}${after}`)
  })
}
