/**
 * AWS eventstream: binary messages with checksums, to events with byte ranges and back
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html). Not here: what a message means.
 */

import { crc32 } from 'node:zlib'
import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec'
import type { EventDraft, WireEvent } from '../wire.ts'
import { payloadOf } from './parse-payload.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : decoder.decode(bytes)),
  (text) => encoder.encode(text),
)

const PRELUDE = 12
/** Prelude and the message's own checksum: a message with neither headers nor payload. */
const SHORTEST = 16

/**
 * A message with a wrong checksum keeps its place and is marked with `damage`. After a damaged or cut prelude nothing
 * can be found again, so the rest of the body is one damaged event.
 */
export function frameEventstream(body: Uint8Array): WireEvent[] {
  const events: WireEvent[] = []
  for (let start = 0; start < body.length;) {
    const event = readMessage(body, start, events.length)
    events.push(event)
    start = event.end
  }
  return events
}

function readMessage(body: Uint8Array, start: number, index: number): WireEvent {
  const rest = body.subarray(start)
  const broken = (damage: string): WireEvent => ({
    index,
    data: decoder.decode(rest.subarray(PRELUDE)),
    start,
    end: body.length,
    terminated: false,
    damage,
  })
  if (rest.length < PRELUDE) return broken(`cut after ${rest.length} of the ${PRELUDE} bytes of a prelude`)
  const length = preludeLength(rest)
  if (length === undefined) return broken('the checksum of the prelude is wrong')
  if (length < SHORTEST) return broken(`the prelude gives the impossible length ${length}`)
  if (rest.length < length) return broken(`cut after ${rest.length} of the ${length} bytes of a message`)
  return decodeMessage(rest.subarray(0, length), index, start)
}

/** Bytes of the whole message that starts here, or undefined when there is no prelude or its checksum does not hold. */
export function preludeLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < PRELUDE) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, PRELUDE)
  return view.getUint32(8) === crc32(bytes.subarray(0, 8)) ? view.getUint32(0) : undefined
}

function decodeMessage(bytes: Uint8Array, index: number, start: number): WireEvent {
  const place = { index, start, end: start + bytes.length, terminated: true }
  try {
    const { headers, body } = codec.decode(bytes)
    return { ...place, ...contentOf(headers, decoder.decode(body)) }
  } catch (error) {
    const damage = error instanceof Error ? error.message : String(error)
    return { ...place, data: decoder.decode(bytes.subarray(PRELUDE)), damage }
  }
}

/** An `error` message has its code and text in headers and no payload; the text then stands as `data`. */
function contentOf(headers: MessageHeaders, payload: string): Partial<WireEvent> & { data: string } {
  const text = (name: string) => {
    const header = headers[name]
    return header?.type === 'string' ? header.value : undefined
  }
  const messageType = text(':message-type')
  const event = text(':event-type') ?? text(':exception-type') ?? text(':error-code')
  const data = messageType === 'error' && payload === '' ? (text(':error-message') ?? '') : payload
  return {
    ...(event === undefined ? {} : { event }),
    ...(messageType === undefined ? {} : { messageType }),
    data,
    ...payloadOf(data),
  }
}

const nameHeaders: Record<string, string> = { exception: ':exception-type', error: ':error-code' }

/** One entry a message. `messageType` is `event` unless given, `contentType` JSON. */
export function encodeEventstream(drafts: readonly EventDraft[]): Uint8Array[] {
  return drafts.map((draft) => {
    const messageType = draft.messageType ?? 'event'
    const isError = messageType === 'error'
    const headers: MessageHeaders = {
      ...(draft.event === undefined ? {} : header(nameHeaders[messageType] ?? ':event-type', draft.event)),
      ...(isError ? {} : header(':content-type', draft.contentType ?? 'application/json')),
      ...header(':message-type', messageType),
      ...(isError ? header(':error-message', draft.data) : {}),
    }
    return codec.encode({ headers, body: encoder.encode(isError ? '' : draft.data) })
  })
}

function header(name: string, value: string): MessageHeaders {
  return { [name]: { type: 'string', value } }
}
