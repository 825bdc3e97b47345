/** Counts the wire events of a body while it comes, for progress. Not here: reading events (wire/framing). */

import { createParser } from 'eventsource-parser'
import { detectFraming } from '../wire/framing/framing.ts'
import type { Framing } from '../wire/wire.ts'

export type EventCounter = {
  feed(bytes: Uint8Array): void
  /** Whole events so far; undefined for a body that has none. */
  readonly count: number | undefined
}

/** `contentType` as the answer says; without it the first bytes tell. */
export function eventCounter(contentType?: string): EventCounter {
  let count: number | undefined
  let feed: ((bytes: Uint8Array) => void) | undefined
  const add = (events: number) => (count = (count ?? 0) + events)
  return {
    feed(bytes) {
      const framing = feed === undefined ? detectFraming(bytes, contentType) : undefined
      feed ??= framing === undefined ? () => {} : counters[framing](add)
      feed(bytes)
    },
    get count() {
      return count
    },
  }
}

type Add = (events: number) => void

const counters: Record<Framing, (add: Add) => (bytes: Uint8Array) => void> = {
  sse(add) {
    const decoder = new TextDecoder()
    const parser = createParser({ onEvent: () => add(1) })
    return (bytes) => parser.feed(decoder.decode(bytes, { stream: true }))
  },
  ndjson: (add) => (bytes) => add(bytes.filter((byte) => byte === 0x0a).length),
  /** Its items end nowhere special; one that begins is not one that is there. */
  'json-array': () => () => {},
  /** Every message says its length first: https://smithy.io/2.0/aws/amazon-eventstream.html */
  eventstream(add) {
    let rest = Buffer.alloc(0)
    return (bytes) => {
      rest = Buffer.concat([rest, bytes])
      for (let length = lengthAt(rest); length <= rest.length; length = lengthAt(rest)) {
        rest = rest.subarray(length)
        add(1)
      }
    }
  },
}

function lengthAt(bytes: Buffer): number {
  const length = bytes.length < 4 ? 0 : bytes.readUInt32BE(0)
  return length < 16 ? Number.POSITIVE_INFINITY : length
}
