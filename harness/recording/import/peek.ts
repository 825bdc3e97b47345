/** A glance at the first units of a body, enough to tell the wire. Not here: framing (harness/wire/framing), reading a turn (the wires). */

import { detectFraming, frame } from '../../wire/framing/framing.ts'
import { utf8 } from '../body-file.ts'
import { parsedJson } from './parsed-json.ts'

export type Peek = {
  /** Event names of the first units, where the framing has names. */
  names: string[]
  /** The first units that are JSON; the body itself where it is one JSON object. */
  payloads: unknown[]
}

const glance = 20

export function peek(body: Uint8Array, contentType?: string): Peek {
  const whole = parsedJson(utf8(body))
  if (whole !== undefined)
    return { names: [], payloads: Array.isArray(whole) ? whole.slice(0, glance) : [whole] }
  const framing = detectFraming(body) ?? detectFraming(body, contentType)
  const events = framing === undefined ? [] : frame(framing, body).slice(0, glance)
  const payloads = events.map((event) => event.payload).filter((payload) => payload !== undefined)
  return {
    names: events.flatMap((event) => event.event ?? []),
    payloads: payloads.length === 0 && framing === 'sse' ? dataLines(body) : payloads,
  }
}

/** Payloads of a stream whose events lost their blank lines: no reader takes them so, but they tell the wire. */
function dataLines(body: Uint8Array): unknown[] {
  const lines = (utf8(body) ?? '').split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:'))
  return lines.slice(0, glance).flatMap((line) => parsedJson(line.slice('data:'.length)) ?? [])
}
