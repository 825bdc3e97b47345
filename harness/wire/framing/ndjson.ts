/** Newline-delimited JSON: one unit a line, split on LF only (a string may hold U+2028). Not here: what a line means. */

import type { EventDraft, WireEvent } from '../wire.ts'
import { payloadOf } from './parse-payload.ts'

const LF = 10

/** Blank lines are skipped; a last line without LF has `terminated: false`. */
export function frameNdjson(body: Uint8Array): WireEvent[] {
  const decoder = new TextDecoder()
  const events: WireEvent[] = []
  for (let start = 0; start < body.length;) {
    const at = body.indexOf(LF, start)
    const end = at === -1 ? body.length : at + 1
    const data = decoder.decode(body.subarray(start, end)).trim()
    if (data !== '') {
      events.push({ index: events.length, data, ...payloadOf(data), start, end, terminated: at !== -1 })
    }
    start = end
  }
  return events
}

const encoder = new TextEncoder()

/** One entry an event. `data` must be JSON on one line, as JSON.stringify writes it. */
export function encodeNdjson(drafts: readonly EventDraft[]): Uint8Array[] {
  return drafts.map((draft) => encoder.encode(`${draft.data}\n`))
}
