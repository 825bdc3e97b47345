/** A glance at the first units of a body, enough to tell the wire. Not here: framing (harness/wire/framing), reading a turn (the wires). */

import { detectFraming, frame } from '../../wire/framing/framing.ts'
import { utf8 } from '../body-file.ts'
import { parsedJson } from './foreign-file.ts'

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
  return {
    names: events.flatMap((event) => event.event ?? []),
    payloads: events.map((event) => event.payload).filter((payload) => payload !== undefined),
  }
}
