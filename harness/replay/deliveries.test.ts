import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import { frameSse } from '../wire/framing/sse.ts'
import { cutAfterEvent, cutAtByte, cutBeforeEnd, cutInsideEvent, cutPoints } from './cut.ts'
import { deliveriesOf } from './deliveries.ts'
import type { Delivery } from './delivery.ts'
import {
  asRecorded,
  betweenCrLf,
  insideUtf8,
  oneChunk,
  perEvent,
  perLine,
  randomBorders,
  rechunks,
} from './rechunk.ts'
import { split } from './split.ts'

const chat = { name: 'openai-chat', announcesUnknownEvents: false } as const
const text = (reads: readonly Uint8Array[]) => Buffer.concat(reads).toString('utf8')

test('every rechunk delivery gives the same bytes', () => {
  const body = chatBody('Zürich', ' 👩‍🔬')
  const recording = recordingOf(body, { reads: [5, 7, Buffer.byteLength(body) - 12] })
  for (const delivery of rechunks) {
    expect(text(delivery.apply(recording).reads), delivery.name).toBe(body)
  }
})

test('as-recorded keeps the recorded borders', () => {
  const body = chatBody('a')
  const recording = recordingOf(body, { reads: [5, 7, body.length - 12] })
  expect(asRecorded.apply(recording).reads.map((read) => read.length)).toEqual([5, 7, body.length - 12])
})

test('per-event cuts after each blank line', () => {
  const reads = perEvent.apply(recordingOf(chatBody('a', 'b'))).reads.map((read) => text([read]))
  expect(reads).toHaveLength(4)
  expect(reads.every((read) => read.startsWith('data: ') && read.endsWith('\n\n'))).toBe(true)
})

test('a cut keeps whole events and says how the body ends', () => {
  const recording = recordingOf(chatBody('a', 'b'))
  const clean = cutAfterEvent(2, 'clean')
  const reset = cutAfterEvent(2, 'reset')
  expect([clean.name, reset.name]).toEqual(['cut-after-2', 'reset-after-2'])
  expect(text(clean.apply(recording).reads).match(/data: /g)).toHaveLength(2)
  expect(clean.apply(recording).end).toBe('clean')
  expect(reset.apply(recording).end).toBe('reset')
})

test('a recording whose connection broke is delivered with the break', () => {
  expect(oneChunk.apply(recordingOf(chatBody('a'), { end: { how: 'reset' } })).end).toBe('reset')
})

test('headers of an encoding that was undone are not delivered', () => {
  const headers = { 'content-type': 'text/event-stream', 'Content-Encoding': 'gzip', 'content-length': '12' }
  expect(oneChunk.apply(recordingOf(chatBody('a'), { headers })).headers).toEqual({
    'content-type': 'text/event-stream',
  })
})

test('an error body is rechunked and never cut', () => {
  const recording = recordingOf('{"error":{}}', {
    status: 429,
    headers: { 'content-type': 'application/json' },
  })
  expect(deliveriesOf(recording, chat).map(({ name }) => name)).toEqual([
    'as-recorded',
    'one-chunk',
    'per-byte',
  ])
})

test('a stream is cut at its first and last events, never at its end', () => {
  expect(cutPoints(30)).toEqual([1, 2, 3, 15, 27, 28, 29])
  expect(cutPoints(2)).toEqual([1])
  expect(cutPoints(1)).toEqual([])
})

test('split loses no byte, whatever the offsets', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(fc.integer({ min: -5, max: 50 })), (body, offsets) => {
      const parts = split(body, offsets)
      expect(Buffer.concat(parts)).toEqual(Buffer.from(body))
      expect(parts.every((part) => part.length > 0)).toBe(true)
    }),
  )
})

test('inside-utf8 puts a border into every character of several bytes', () => {
  const reads = insideUtf8.apply(recordingOf(chatBody('ü€'))).reads
  expect(reads).toHaveLength(3)
  expect(reads[0]?.at(-1)).toBe(0xc3)
  expect(reads[1]?.at(-1)).toBe(0xe2)
})

test('between-cr-lf and per-line cut where their names say', () => {
  const recording = recordingOf('data: 1\r\n\r\n')
  expect(betweenCrLf.apply(recording).reads.map((read) => text([read]))).toEqual(['data: 1\r', '\n\r', '\n'])
  expect(perLine.apply(recording).reads.map((read) => text([read]))).toEqual(['data: 1\r', '\n', '\r', '\n'])
})

test('random borders are the same for the same seed and others for another', () => {
  const lengths = (seed: number) =>
    randomBorders(seed)
      .apply(recordingOf(chatBody('a', 'b', 'c')))
      .reads.map((read) => read.length)
  expect(lengths(1)).toEqual(lengths(1))
  expect(lengths(1)).not.toEqual(lengths(2))
})

test('a rechunk that would change nothing is left out', () => {
  const names = deliveriesOf(recordingOf(chatBody('plain')), chat).map(({ name }) => name)
  expect(names).not.toContain('inside-utf8')
  expect(names).not.toContain('between-cr-lf')
  expect(names[0]).toBe('as-recorded')
})

test('cuts end inside an event, before its blank line, or after a number of bytes', () => {
  const recording = recordingOf('data: 1\n\ndata: 22\n\n')
  const kept = (delivery: Delivery) => text(delivery.apply(recording).reads)
  expect(kept(cutInsideEvent(2, 'clean'))).toBe('data: 1\n\ndata:')
  expect(kept(cutBeforeEnd(2, 'clean'))).toBe('data: 1\n\ndata: 22')
  expect(kept(cutAtByte(3, 'stall'))).toBe('dat')
  expect(cutAtByte(3, 'stall').apply(recording).end).toBe('stall')
})

describe('noise leaves what the events say as it was', () => {
  const anthropic = { name: 'anthropic-messages', announcesUnknownEvents: true } as const
  const body = 'event: ping\ndata: {"type":"ping"}\n\nevent: a\ndata: {"type":"a","n":1.0}\n\n'
  const recording = recordingOf(body)
  const noises = deliveriesOf(recording, anthropic).filter(({ kind }) => kind === 'noise')

  test('every kind there is was tried', () => {
    expect(noises.map(({ name }) => name)).toEqual([
      'comments',
      'id-and-retry',
      'crlf',
      'bom',
      'pings',
      'unknown-events',
      'unknown-fields',
    ])
  })

  test.for(noises)('$name', (noise) => {
    const delivered = Buffer.concat(noise.apply(recording).reads)
    expect(delivered.toString()).not.toBe(body)
    const known = frameSse(delivered).filter(({ event }) => event === 'a')
    expect(known).toHaveLength(1)
    expect(known[0]?.payload).toMatchObject({ type: 'a', n: 1 })
    expect(known[0]?.data).toContain('"n":1.0')
  })
})

test('unknown fields leave an event that was cut as it is', () => {
  const body = 'data: {"n":1}\n\ndata: {"n"'
  const fields = deliveriesOf(recordingOf(body), chat).find(({ name }) => name === 'unknown-fields')
  const delivered = text(fields?.apply(recordingOf(body)).reads ?? [])
  expect(delivered).toMatch(/^data: \{"x_streamproof_noise".*\n\ndata: \{"n"$/)
})
