/** What every wire owes: its reader is the inverse of its writer, framing changes nothing, and broken bytes never break the reader. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary } from '../turn/arbitrary.ts'
import type { Failure } from '../turn/failure.ts'
import type { Turn } from '../turn/turn.ts'
import { encode, frame } from './framing/framing.ts'
import { createSseFramer } from './framing/sse.ts'
import { byteChanges, changeBytes, changeValues, valueChanges } from './mangle-body.ts'
import { runsOf, timeLimitOf } from './soak.ts'
import type { EventDraft, Framing, Reading, WireEvent } from './wire.ts'
import { wireOf, writers } from './wires.ts'

function bodyOf(framing: Framing, drafts: readonly EventDraft[]): Uint8Array {
  return Buffer.concat(encode(framing, drafts))
}

/** A count of 0 is as good as none. `raw` is what the wire sent in its own fields, which no drawn turn knows and a spelling may add to. */
function said({ usage, finish, ...turn }: Turn): Turn {
  const { raw: _usage, ...counts } = usage ?? {}
  const { raw: _failure, ...failure } = finish?.failure ?? {}
  return {
    ...turn,
    usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ...(finish && { finish: finish.failure ? { ...finish, failure: failure as Failure } : finish }),
  }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

const encoder = new TextEncoder()

/** Lines end at LF alone here: `^` of a regular expression would see one behind a U+2028 inside a text. */
function eachLine(body: string, change: (line: string) => string): string {
  return body.split('\n').map(change).join('\n')
}

function beforeData(extra: string): (body: string) => string {
  return (body) => eachLine(body, (line) => (line.startsWith('data:') ? extra + line : line))
}

/** Ways to say the same events in server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). */
const lineChanges: Readonly<Record<string, (body: string) => string>> = {
  'comments between events': (body) => `: hi\n\n${body.replaceAll('\n\n', '\n\n: keep-alive\n\n:\n')}`,
  'data on several lines': (body) => eachLine(body, (line) => line.replace(/^data: \{/, 'data: {\ndata: ')),
  'a comment inside each event': beforeData(': PROCESSING\n'),
  'id and retry fields': beforeData('id: 7\nretry: 100\nunknown: x\n'),
  'no space behind the colon': (body) => eachLine(body, (line) => line.replace(/^(data|event): /, '$1:')),
}

const bodyChanges: Readonly<Record<string, (body: string) => string>> = {
  'a BOM': (body) => `\ufeff${body}`,
  CRLF: (body) => body.replaceAll('\n', '\r\n'),
  CR: (body) => body.replaceAll(/\r?\n/g, '\r'),
}

/** A reading always has one evidence a block, and places inside the events. */
function expectSound(reading: Reading, events: readonly WireEvent[]): void {
  expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
  for (const at of [reading.finishEvent, reading.terminatorEvent, reading.damage?.event]) {
    if (at !== undefined) expect(events[at]?.index).toBe(at)
  }
}

describe.each(Object.values(writers))('$name', (writer) => {
  const wire = wireOf(writer.name)
  const legal = sessionArbitrary(writer)
  const any = sessionArbitrary(writer, 'any')
  const framing = wire.framings[0]!

  it(
    'reads what it wrote, under every legal spelling',
    () => {
      fc.assert(
        fc.property(legal, ({ turn, choice }) => {
          const body = bodyOf(framing, writer.writeTurn(turn, choice))
          expect(said(wire.readTurn(frame(framing, body)).turn)).toEqual(said(turn))
        }),
        { numRuns: runsOf('round-trip') },
      )
    },
    timeLimitOf('round-trip'),
  )

  it('normalises a turn once and for all', () => {
    fc.assert(
      fc.property(legal, ({ turn }) => {
        expect(writer.normalise(turn)).toEqual(turn)
      }),
      { numRuns: 300 },
    )
  })

  it.each(wire.framings.slice(1))('reads the same turn framed as %s', (other) => {
    fc.assert(
      fc.property(legal, ({ turn, choice }) => {
        const body = bodyOf(other, writer.writeTurn(turn, choice))
        expect(said(wire.readTurn(frame(other, body)).turn)).toEqual(said(turn))
      }),
      { numRuns: 300 },
    )
  })

  if (framing === 'sse') {
    it('reads the same turn however the events are framed', () => {
      const lines = fc.subarray(Object.keys(lineChanges))
      const bodies = fc.subarray(Object.keys(bodyChanges), { maxLength: 2 })
      fc.assert(
        fc.property(any, lines, bodies, ({ turn, choice }, lines, bodies) => {
          const body = bodyOf(framing, writer.writeTurn(turn, choice))
          const inLines = lines.reduce((body, name) => lineChanges[name]!(body), text(body))
          const reframed = encoder.encode(bodies.reduce((body, name) => bodyChanges[name]!(body), inLines))
          expect(wire.readTurn(frame(framing, reframed)).turn).toEqual(
            wire.readTurn(frame(framing, body)).turn,
          )
        }),
        { numRuns: 500 },
      )
    })

    it('reads the same turn however the body is split into reads', () => {
      const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 })
      fc.assert(
        fc.property(any, lengths, fc.boolean(), ({ turn, choice }, lengths, crlf) => {
          const body = bodyOf(framing, writer.writeTurn(turn, choice))
          const bytes = crlf ? encoder.encode(bodyChanges['CRLF']!(text(body))) : body
          const framer = createSseFramer()
          const events = chunksOf(bytes, lengths).flatMap((chunk) => framer.push(chunk))
          expect([...events, ...framer.end()]).toEqual(frame(framing, bytes))
        }),
        { numRuns: 100 },
      )
    })
  }

  it(
    'never breaks on broken bytes',
    () => {
      fc.assert(
        fc.property(any, byteChanges, ({ turn, choice }, changes) => {
          const body = changeBytes(bodyOf(framing, writer.writeTurn(turn, choice)), changes)
          const events = frame(framing, body)
          expectSound(wire.readTurn(events), events)
        }),
        { numRuns: runsOf('fuzz') },
      )
    },
    timeLimitOf('fuzz'),
  )

  it(
    'never breaks on values of another type',
    () => {
      fc.assert(
        fc.property(any, valueChanges, ({ turn, choice }, changes) => {
          const drafts = changeValues(writer.writeTurn(turn, choice), changes)
          const events = frame(framing, bodyOf(framing, drafts))
          expectSound(wire.readTurn(events), events)
        }),
        { numRuns: runsOf('fuzz') },
      )
    },
    timeLimitOf('fuzz'),
  )

  it('never calls a stream finished that was cut before its finish', () => {
    fc.assert(
      fc.property(legal, fc.nat({ max: 10_000 }), ({ turn, choice }, at) => {
        const drafts = writer.writeTurn(turn, choice)
        const whole = frame(framing, bodyOf(framing, drafts))
        const { finishEvent = whole.length } = wire.readTurn(whole)
        const kept = whole.slice(0, at % (Math.min(finishEvent, whole.length) + 1))
        const cut = wire.readTurn(kept).turn
        expect(cut.finish).toBeUndefined()
        expect(cut.state === 'closed').toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('gives a failure for every in-band error of its shape', () => {
    for (const payload of writer.shape.errors) {
      const failure = wire.readInBandError(payload)
      expect(failure.code).toBeTypeOf('string')
      expect(failure.raw).toBeDefined()
    }
  })

  it('gives a failure for whatever JSON is called an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (payload) => {
        expect(wire.readInBandError(payload).code).toBeTypeOf('string')
      }),
      { numRuns: runsOf('fuzz') },
    )
  })

  it('has spellings with ids and sources of their own', () => {
    const ids = writer.spellings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, title, source } of writer.spellings) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect([title, source].every((words) => words.length > 8)).toBe(true)
    }
  })
})

function chunksOf(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let from = 0; from < bytes.length;) {
    const length = lengths[chunks.length % lengths.length]!
    chunks.push(bytes.subarray(from, from + length))
    from += length
  }
  return chunks
}
