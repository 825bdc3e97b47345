import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatBody, recordingOf } from '../testing/recordings.ts'
import {
  asRecorded,
  cutAfterEvent,
  cutPoints,
  deliveriesOf,
  oneChunk,
  perByte,
  perEvent,
  split,
} from './deliveries.ts'

const text = (reads: readonly Uint8Array[]) => Buffer.concat(reads).toString('utf8')

test('every rechunk delivery gives the same bytes', () => {
  const body = chatBody('Zürich', ' 👩‍🔬')
  const recording = recordingOf(body, { reads: [5, 7, Buffer.byteLength(body) - 12] })
  for (const delivery of [asRecorded, oneChunk, perEvent, perByte]) {
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
  expect(deliveriesOf(recording).map(({ name }) => name)).toEqual(['as-recorded', 'one-chunk', 'per-byte'])
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
