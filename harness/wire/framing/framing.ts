/** The four framings by name: frame, encode, detect, and where events end. Not here: each framing itself (its own file). */

import type { EventDraft, Framing, WireEvent } from '../wire.ts'
import { encodeEventstream, frameEventstream, preludeLength } from './eventstream.ts'
import { encodeJsonArray, frameJsonArray } from './json-array.ts'
import { encodeNdjson, frameNdjson } from './ndjson.ts'
import { encodeSse, frameSse, sseBorders } from './sse.ts'

const framers: Record<Framing, (body: Uint8Array) => WireEvent[]> = {
  sse: frameSse,
  ndjson: frameNdjson,
  'json-array': frameJsonArray,
  eventstream: frameEventstream,
}

const encoders: Record<Framing, (drafts: readonly EventDraft[]) => Uint8Array[]> = {
  sse: encodeSse,
  ndjson: encodeNdjson,
  'json-array': encodeJsonArray,
  eventstream: encodeEventstream,
}

/** The events of a whole body. Never throws: what cannot be framed is marked `damage` or `terminated: false`. */
export function frame(framing: Framing, body: Uint8Array): WireEvent[] {
  return framers[framing](body)
}

/** The bytes of each event, one entry an event; joined they are the body. */
export function encode(framing: Framing, drafts: readonly EventDraft[]): Uint8Array[] {
  return encoders[framing](drafts)
}

/** Byte offsets where events end, rising. Bytes after the last one (trailing blank lines, a closing bracket) belong to none. */
export function eventBorders(framing: Framing, body: Uint8Array): number[] {
  return framing === 'sse' ? sseBorders(body) : frame(framing, body).map(({ end }) => end)
}

const byContentType: Record<string, Framing> = {
  'text/event-stream': 'sse',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'application/stream+json': 'ndjson',
  'application/vnd.amazon.eventstream': 'eventstream',
}

/**
 * The framing of a body: by a content type that names one, else by the first bytes, since recorders and proxies label
 * streams as plain text or JSON. Undefined for a body that is no stream (empty, HTML, one pretty-printed JSON object).
 */
export function detectFraming(body: Uint8Array, contentType?: string): Framing | undefined {
  const named = byContentType[(contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '']
  return named ?? sniff(body)
}

function sniff(body: Uint8Array): Framing | undefined {
  if (preludeLength(body) !== undefined) return 'eventstream'
  const head = new TextDecoder().decode(body.subarray(0, 4096)).trimStart()
  if (/^(?:data|event|id|retry)?(?::|[\r\n])/.test(head)) return 'sse'
  if (head.startsWith('[')) return 'json-array'
  return head.startsWith('{') && frameNdjson(body)[0]?.payload !== undefined ? 'ndjson' : undefined
}
