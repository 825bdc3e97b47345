/** Deliveries of kind rechunk: the same bytes with other borders. No converter's output may depend on them. */

import type { Recording } from '../recording/format.ts'
import { bordersOf, deliver, type Answer } from './deliver.ts'
import type { Delivery } from './delivery.ts'
import { split } from './split.ts'

const LF = 0x0a
const CR = 0x0d

/** With the borders of the recording. What other rechunks and noise are compared with. */
export const asRecorded = rechunk('as-recorded', ({ chunks }) => bordersOfTable(chunks))
export const oneChunk = rechunk('one-chunk', () => [])
export const perEvent = rechunk('per-event', bordersOf)
export const perLine = rechunk('per-line', ({ body }) => after(body, (byte) => byte === LF || byte === CR))
export const perByte = rechunk('per-byte', ({ body }) => Array.from(body, (_, at) => at))
/** A border inside every character of more than one byte. */
export const insideUtf8 = rechunk('inside-utf8', ({ body }) => after(body, (byte) => byte >= 0xc0))
/** A border between CR and LF of every CRLF. */
export const betweenCrLf = rechunk('between-cr-lf', ({ body }) =>
  after(body, (byte, next) => byte === CR && next === LF),
)

/** Seeded random borders, on average every 24 bytes: `random-7`. */
export function randomBorders(seed: number): Delivery {
  return rechunk(`random-${seed}`, ({ body }) => {
    const random = mulberry32(seed)
    return after(body, () => random() < 1 / 24)
  })
}

export const rechunks: readonly Delivery[] = [
  asRecorded,
  oneChunk,
  perEvent,
  perLine,
  perByte,
  insideUtf8,
  betweenCrLf,
  randomBorders(1),
]

/** Whether a rechunk says something of its own about this answer: no CRLF, no border between CR and LF. */
export function isTelling(delivery: Delivery, recording: Recording): boolean {
  const { body = new Uint8Array() } = recording.response ?? {}
  // A border at the very end would be none.
  const inside = body.subarray(0, -1)
  if (delivery === insideUtf8) return inside.some((byte) => byte >= 0xc0)
  if (delivery === betweenCrLf) return Buffer.from(body.buffer, body.byteOffset, body.length).includes('\r\n')
  return true
}

function rechunk(name: string, borders: (answer: Answer) => readonly number[]): Delivery {
  return {
    name,
    kind: 'rechunk',
    apply: (recording) => deliver(recording, (answer) => split(answer.body, borders(answer))),
  }
}

function bordersOfTable(chunks: readonly (readonly [number, number])[]): number[] {
  let at = 0
  return chunks.map(([length]) => (at += length))
}

/** Offsets behind each byte that is picked. */
function after(body: Uint8Array, picked: (byte: number, next: number | undefined) => boolean): number[] {
  const offsets: number[] = []
  // By index: bodies are long, and an iterator of entries costs several times as much.
  for (let at = 0; at < body.length; at++) if (picked(body[at] ?? 0, body[at + 1])) offsets.push(at + 1)
  return offsets
}

/** A small seeded generator, so that a border is the same on every machine: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
