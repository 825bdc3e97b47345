/** Which deliveries exist for a recording, and how each name is made. Not here: playing one. */

import type { Recording } from '../recording/format.ts'
import { detectFraming, eventBorders } from '../wire/framing/framing.ts'
import type { Delivered, Delivery, DeliveryEnd } from './delivery.ts'

/** A recording with its answer, which is what can be played. */
type Answer = NonNullable<Recording['response']>

/** Headers that speak of an encoding or a length that the replayed body no longer has. */
const staleHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
])

export const asRecorded: Delivery = {
  name: 'as-recorded',
  kind: 'rechunk',
  apply: (recording) => deliver(recording, ({ body, chunks }) => split(body, bordersOfTable(chunks))),
}

export const oneChunk: Delivery = {
  name: 'one-chunk',
  kind: 'rechunk',
  apply: (recording) => deliver(recording, ({ body }) => split(body, [])),
}

export const perEvent: Delivery = {
  name: 'per-event',
  kind: 'rechunk',
  apply: (recording) => deliver(recording, (answer) => split(answer.body, bordersOf(answer))),
}

export const perByte: Delivery = {
  name: 'per-byte',
  kind: 'rechunk',
  apply: (recording) => deliver(recording, ({ body }) => Array.from(body, (byte) => Uint8Array.of(byte))),
}

/** The body ends after its first `events` events: in peace (`cut-after-3`) or by a broken connection (`reset-after-3`). */
export function cutAfterEvent(events: number, end: 'clean' | 'reset'): Delivery {
  return {
    name: `${end === 'clean' ? 'cut' : 'reset'}-after-${events}`,
    kind: 'cut',
    apply: (recording) => ({
      ...deliver(recording, (answer) => {
        const borders = bordersOf(answer).slice(0, events)
        return split(answer.body.subarray(0, borders.at(-1) ?? 0), borders)
      }),
      end,
    }),
  }
}

/** Cut points that are worth their time: the first events, the last ones, and some between. */
export function cutPoints(events: number): number[] {
  const points = [1, 2, 3, Math.floor(events / 2), events - 3, events - 2, events - 1]
  return [...new Set(points.filter((point) => point >= 1 && point < events))].sort((a, b) => a - b)
}

/** All deliveries of a recording, `as-recorded` first. Cuts only of streamed answers. */
export function deliveriesOf(recording: Recording): Delivery[] {
  const { response } = recording
  if (!response) return []
  const rechunks = [asRecorded, oneChunk, perEvent, perByte]
  if (!isStream(response)) return rechunks.filter((delivery) => delivery !== perEvent)
  const cuts = cutPoints(bordersOf(response).length).flatMap((point) => [
    cutAfterEvent(point, 'clean'),
    cutAfterEvent(point, 'reset'),
  ])
  return [...rechunks, ...cuts]
}

/** Whether the answer is a stream of events, not an error body or one JSON value. */
export function isStream(response: Answer): boolean {
  return response.status < 400 && detectFraming(response.body, response.headers['content-type']) !== undefined
}

function bordersOf(answer: Answer): number[] {
  const framing = detectFraming(answer.body, answer.headers['content-type'])
  return framing ? eventBorders(framing, answer.body) : []
}

function deliver(recording: Recording, reads: (answer: Answer) => Uint8Array[]): Delivered {
  const { response } = recording
  if (!response) throw new Error(`\`${recording.name}\` holds no answer to deliver (${recording.end.how})`)
  return {
    status: response.status,
    headers: Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => !staleHeaders.has(name.toLowerCase())),
    ),
    reads: reads(response),
    end: endOf(recording),
  }
}

function endOf(recording: Recording): DeliveryEnd {
  return recording.end.how === 'reset' || recording.end.how === 'premature-end' ? 'reset' : 'clean'
}

function bordersOfTable(chunks: readonly (readonly [number, number])[]): number[] {
  let at = 0
  return chunks.map(([length]) => (at += length))
}

/** Cuts `body` at the given offsets; offsets at the ends or out of order change nothing. */
export function split(body: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const inside = [...new Set(offsets)].filter((offset) => offset > 0 && offset < body.length)
  const borders = [0, ...inside.sort((a, b) => a - b), body.length]
  return borders.slice(1).flatMap((end, at) => {
    const start = borders[at] ?? 0
    return end > start ? [body.subarray(start, end)] : []
  })
}
