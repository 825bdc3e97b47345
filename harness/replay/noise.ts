/** Deliveries of kind noise: bytes that a correct reader of the wire passes over. They change no trace. */

import { encode, frame } from '../wire/framing/framing.ts'
import type { EventDraft, Framing, Wire, WireEvent } from '../wire/wire.ts'
import { bordersOf, deliver, framingOf, type Answer } from './deliver.ts'
import type { Delivery } from './delivery.ts'

type Noise = {
  name: string
  /** Whether the noise is lawful in this framing and on this wire, for this body. */
  fits(framing: Framing, wire: Pick<Wire, 'name' | 'announcesUnknownEvents'>, body: Uint8Array): boolean
  reads(answer: Answer, framing: Framing): Uint8Array[]
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A name no provider uses, so that it is unknown to every reader. */
const unknownName = 'x_streamproof_noise'

/** Never a key that means an error somewhere: error, message, code, detail. */
const unknownField = `"${unknownName}":{"list":[1,null,"[DONE]"],"text":"data: x"}`

const isSse = (framing: Framing) => framing === 'sse'

const noises: readonly Noise[] = [
  {
    // https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes
    name: 'comments',
    fits: isSse,
    reads: (answer) => segments(answer).flatMap((segment) => [bytes(': keep-alive\n\n'), segment]),
  },
  {
    name: 'id-and-retry',
    fits: isSse,
    reads: (answer) => segments(answer).map((segment) => join(bytes('id: 7\nretry: 3000\n'), segment)),
  },
  {
    name: 'crlf',
    fits: (framing, _wire, body) => isSse(framing) && !body.includes(0x0d),
    reads: (answer) => segments(answer).map(withCrLf),
  },
  {
    // One leading U+FEFF is ignored: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
    name: 'bom',
    fits: (framing, _wire, body) => isSse(framing) && body[0] !== 0xef,
    reads: (answer) => [Uint8Array.of(0xef, 0xbb, 0xbf), ...segments(answer)],
  },
  {
    name: 'pings',
    // https://docs.anthropic.com/en/docs/build-with-claude/streaming#ping-events
    fits: (_framing, { name }) => name === 'anthropic-messages',
    reads: (answer) => between(segments(answer), bytes('event: ping\ndata: {"type":"ping"}\n\n')),
  },
  {
    name: 'unknown-events',
    fits: (framing, { announcesUnknownEvents }) => announcesUnknownEvents && isSse(framing),
    reads: (answer) =>
      between(
        segments(answer),
        bytes(`event: ${unknownName}\ndata: {"type":"${unknownName}",${unknownField}}\n\n`),
      ),
  },
  {
    name: 'unknown-fields',
    fits: (framing) => framing !== 'json-array',
    reads: ({ body }, framing) =>
      frame(framing, body).flatMap((event) =>
        isWhole(event) ? encode(framing, [withUnknownField(event)]) : [body.subarray(event.start, event.end)],
      ),
  },
]

/** The noise that is lawful for this answer on this wire. Only for streams that end as their wire ends: noise is compared with them. */
export function noisesOf(answer: Answer, wire: Pick<Wire, 'name' | 'announcesUnknownEvents'>): Delivery[] {
  const framing = framingOf(answer)
  if (!framing) return []
  return noises
    .filter((noise) => noise.fits(framing, wire, answer.body))
    .map((noise) => ({
      name: noise.name,
      kind: 'noise',
      apply: (recording) => deliver(recording, (given) => noise.reads(given, framing)),
    }))
}

/** The bytes of each event; what follows the last one stays with it. */
function segments(answer: Answer): Uint8Array[] {
  const { body } = answer
  const ends = bordersOf(answer)
  return ends.map((end, at) => body.subarray(ends[at - 1] ?? 0, at === ends.length - 1 ? body.length : end))
}

function between(parts: readonly Uint8Array[], noise: Uint8Array): Uint8Array[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [noise, part]))
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** Byte by byte: a cut may leave half a character at the end. */
function withCrLf(segment: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(segment).toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
}

/** An error is told with its bytes by many converters, so a field there would rightly show. */
function isError({ payload, messageType }: WireEvent): boolean {
  const type = typeof payload === 'object' && payload !== null && 'type' in payload ? payload.type : undefined
  return messageType === 'exception' || type === 'error' || /"error":[{"]/.test(JSON.stringify(payload) ?? '')
}

/** An event that was cut or damaged would be another one with its end. */
function isWhole({ terminated, damage }: WireEvent): boolean {
  return terminated && damage === undefined
}

/** The field is put in as text: parsing and writing the payload again could change its numbers. */
function withUnknownField(event: WireEvent): EventDraft {
  const isObject =
    typeof event.payload === 'object' && event.payload !== null && !Array.isArray(event.payload)
  const isEmpty = isObject && Object.keys(event.payload as object).length === 0
  const data =
    isObject && !isError(event)
      ? event.data.replace('{', `{${unknownField}${isEmpty ? '' : ','}`)
      : event.data
  return {
    data,
    ...(event.event === undefined ? {} : { event: event.event }),
    ...(event.messageType === undefined ? {} : { messageType: event.messageType }),
  }
}
