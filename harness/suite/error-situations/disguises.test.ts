/** The class of an error does not hang on the order of fields, the letters of header names, or digits that are no status. */

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Delivered } from '../../replay/delivery.ts'
import { asRecorded, randomBorders } from '../../replay/rechunk.ts'
import type { Recording } from '../../recording/format.ts'
import type { FailureCode } from '../../turn/failure.ts'
import { parseJson } from '../../wire/json-fields.ts'
import { wireOf } from '../../wire/wires.ts'
import { readDelivered } from '../truth.ts'
import { draws, numbered, recased, reordered, traceOf } from './disguises.ts'
import { httpErrors, streamErrors } from './error-situations.ts'
import { readerOf } from './readers.ts'
import { bodyOfRow, errorRecordings } from './recordings.ts'

const runs = { numRuns: 400 }
const answers = httpErrors.flatMap((row) => row.wires.map((wire) => ({ row, wire })))
const events = streamErrors.flatMap((row) => row.wires.map((wire) => ({ row, wire })))
const recordings = errorRecordings().filter(({ recording }) => recording.response !== undefined)

test('an answer keeps its class with other field orders, traces and ids', () => {
  fc.assert(
    fc.property(fc.constantFrom(...answers), draws, ({ row, wire }, draw) => {
      const sent = typeof row.body === 'string' ? row.body : numbered(reordered(row.body, draw), draw)
      const headers = { 'content-type': 'application/json', ...row.headers, 'x-request-id': traceOf(draw) }
      const failure = readerOf(wire).readError({
        status: row.status,
        headers,
        body: bodyOfRow({ body: sent }),
      })
      expect([row.id, failure.code]).toEqual([row.id, row.truth.code])
    }),
    runs,
  )
})

test('an event keeps its class with other field orders and traces', () => {
  fc.assert(
    fc.property(fc.constantFrom(...events), draws, ({ row, wire }, draw) => {
      const { data, event } = row.event
      const sent = numbered(reordered(data, draw), draw)
      const payload = wire === 'bedrock-converse' ? { [event ?? '']: sent } : sent
      expect([row.id, readerOf(wire).readInBandError(payload).code]).toEqual([row.id, row.truth.code])
    }),
    runs,
  )
})

function codeOf(recording: Recording, delivered: Delivered): FailureCode | undefined {
  if (recording.wire === undefined) throw new Error('it has no wire')
  return readDelivered(wireOf(recording.wire), delivered).reading.turn.finish?.failure?.code
}

test('a delivery keeps its class with other borders and header names', () => {
  fc.assert(
    fc.property(fc.constantFrom(...recordings), fc.nat(999), draws, ({ recording }, seed, draw) => {
      const delivered = randomBorders(seed).apply(recording)
      const disguised = { ...delivered, headers: recased(delivered.headers, draw) }
      expect(codeOf(recording, disguised)).toBe(codeOf(recording, asRecorded.apply(recording)))
    }),
    runs,
  )
})

test('disguises change what is written, and nothing of what it means', () => {
  const value = { a: 1, b: { c: [1, { d: 2, e: 3 }] } }
  fc.assert(
    fc.property(draws, (draw) => {
      expect(reordered(value, draw)).toEqual(value)
      expect(parseJson(JSON.stringify(numbered(value, draw)))).toMatchObject({
        a: 1,
        x_trace: expect.stringMatching(/^trace-\d{3}-\d{3}$/),
      })
      const names = Object.keys(recased({ 'retry-after': '1' }, draw)).map((name) => name.toLowerCase())
      expect(names).toEqual(['retry-after'])
    }),
  )
})
