/** The writer is the reader's inverse in every spelling, and neither minds malformed bytes. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import { diffTurns } from '../../turn/diff.ts'
import { usageFields, type Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, Framing, WriteChoice } from '../wire.ts'
import { gemini as wire, geminiWriter as writer } from './wire.ts'

function bytesOf(framing: Framing, drafts: readonly EventDraft[]): Uint8Array {
  return new Uint8Array(Buffer.concat(encode(framing, drafts)))
}

function readBack(turn: Turn, choice: WriteChoice, framing: Framing): Turn {
  return wire.readTurn(frame(framing, bytesOf(framing, writer.writeTurn(turn, choice)))).turn
}

/** An absent count is 0, and the raw usage object depends on the spelling. */
function comparable({ usage, ...turn }: Turn): Turn {
  const counts = usageFields.map((field) => [field, usage?.[field] ?? 0] as const)
  return { ...turn, ...(usage && { usage: Object.fromEntries(counts) }) }
}

const differences = (turn: Turn, choice: WriteChoice, framing: Framing = 'sse') =>
  diffTurns(comparable(turn), comparable(readBack(turn, choice, framing)))

const plain: WriteChoice = { spellings: [], fragments: [] }
const sampled = fc
  .sample(turnArbitrary(writer.shape), { seed: 5, numRuns: 600 })
  .map((turn) => writer.normalise(turn))
const ids = writer.spellings.map(({ id }) => id)

function fittingTurns(id: string): Turn[] {
  const fits = writer.spellings.find((spelling) => spelling.id === id)?.fits ?? (() => true)
  return sampled.filter((turn) => fits(turn)).slice(0, 60)
}

describe('reading what was written', () => {
  it.each(['legal', 'any'] as const)('gives the turn, spellings: %s', (range) => {
    fc.assert(
      fc.property(sessionArbitrary(writer, range), ({ turn, choice }) => {
        expect(differences(turn, choice)).toEqual([])
        expect(differences(turn, choice, 'json-array')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it.each(ids)('gives the turn under %s alone', (id) => {
    const turns = fittingTurns(id)
    expect(turns.length).toBeGreaterThan(3)
    for (const turn of turns) expect(differences(turn, { spellings: [id], fragments: [2] })).toEqual([])
  })

  it.each(ids)('%s changes the events of a turn that it fits', (id) => {
    const text = (turn: Turn, spellings: string[]) =>
      JSON.stringify(writer.writeTurn(turn, { ...plain, spellings }))
    expect(fittingTurns(id).some((turn) => text(turn, []) !== text(turn, [id]))).toBe(true)
  })

  it('gives the same turn from the answer that is not streamed', () => {
    for (const turn of sampled.filter(({ finish }) => finish !== undefined && finish.reason !== 'error')) {
      const data = new TextEncoder().encode(JSON.stringify(writer.writeBody(turn)))
      expect(diffTurns(comparable(turn), comparable(wire.readTurn(frame('json-array', data)).turn))).toEqual(
        [],
      )
    }
  })
})

describe('spellings', () => {
  it('have ids of their own and a source each', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(writer.spellings.filter(({ source, title }) => source === '' || title === '')).toEqual([])
  })
})

describe('normalising', () => {
  it('is idempotent', () => {
    for (const turn of sampled) expect(writer.normalise(turn)).toEqual(turn)
  })

  it('joins texts that the wire cannot tell apart, and puts grounding behind all', () => {
    const grounding = { type: 'opaque', kind: 'groundingMetadata', raw: {} } as const
    const call = { type: 'tool-call', id: '', name: 'f', arguments: '', complete: false } as const
    const text = { type: 'text', text: 'a' } as const
    const empty = { type: 'text', text: '' } as const
    const blocks = [text, grounding, empty, text, call, text]
    expect(writer.normalise({ blocks, meta: {}, state: 'open' }).blocks).toEqual([
      { type: 'text', text: 'aa' },
      { ...call, arguments: '{}', complete: true },
      text,
      grounding,
    ])
  })
})

describe('malformed bodies', () => {
  const mutation = fc.record({
    at: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 4 }),
    drop: fc.nat({ max: 40 }),
  })

  it('never make the reader throw', () => {
    fc.assert(
      fc.property(
        sessionArbitrary(writer, 'any'),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        ({ turn, choice }, mutations) => {
          let body = bytesOf('sse', writer.writeTurn(turn, choice))
          for (const { at, bytes, drop } of mutations) {
            const place = body.length === 0 ? 0 : at % body.length
            body = new Uint8Array(
              Buffer.concat([body.subarray(0, place), bytes, body.subarray(place + drop)]),
            )
          }
          const reading = wire.readTurn(frame('sse', body))
          expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('never make the reader throw, whatever JSON the chunks hold', () => {
    const path = fc.constantFrom(
      '$',
      '$.a',
      '$.a[0]',
      '$.a[9]',
      '$.__proto__.x',
      "$['a b']",
      '$.a.7',
      'x',
      '$.a[',
    )
    const partial = fc.record(
      { jsonPath: path, stringValue: fc.string(), willContinue: fc.boolean() },
      { requiredKeys: [] },
    )
    const call = fc.record(
      { name: fc.string(), args: fc.jsonValue(), willContinue: fc.boolean(), partialArgs: fc.array(partial) },
      { requiredKeys: [] },
    )
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record({ text: fc.jsonValue(), thought: fc.boolean(), functionCall: call }, { requiredKeys: [] }),
    )
    const candidate = fc.record({
      content: fc.record({ parts: fc.array(part) }),
      finishReason: fc.jsonValue(),
    })
    const chunk = fc.record(
      {
        candidates: fc.oneof(fc.array(candidate, { maxLength: 2 }), fc.jsonValue()),
        usageMetadata: fc.jsonValue(),
        promptFeedback: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: ['candidates'] },
    )
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 5 }), (sent) => {
        const drafts = sent.map((payload) => ({ data: JSON.stringify(payload) }))
        const reading = wire.readTurn(frame('sse', bytesOf('sse', drafts)))
        expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
        wire.readInBandError(sent[0])
      }),
      { numRuns: 1000 },
    )
  })

  it('are no danger by their depth', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const call = `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${deep}}}]}}]}`
    const reading = wire.readTurn(frame('sse', bytesOf('sse', [{ data: call }])))
    expect(reading.turn.blocks).toHaveLength(1)
  })
})
