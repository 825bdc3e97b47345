/** The writer is the reader's inverse in every spelling, and neither minds malformed bytes. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import { diffTurns } from '../../turn/diff.ts'
import { usageFields, type Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { openaiResponses as wire, openaiResponsesWriter as writer } from './wire.ts'

function bytesOf(drafts: readonly EventDraft[]): Uint8Array {
  return new Uint8Array(Buffer.concat(encode('sse', drafts)))
}

function readBack(turn: Turn, choice: WriteChoice): Turn {
  return wire.readTurn(frame('sse', bytesOf(writer.writeTurn(turn, choice)))).turn
}

/** An absent count is 0, and the raw usage object depends on the spelling. */
function comparable({ usage, ...turn }: Turn): Turn {
  const counts = usageFields.map((field) => [field, usage?.[field] ?? 0] as const)
  return { ...turn, ...(usage && { usage: Object.fromEntries(counts) }) }
}

const differences = (turn: Turn, choice: WriteChoice) =>
  diffTurns(comparable(turn), comparable(readBack(turn, choice)))

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
    for (const turn of sampled.filter(({ state }) => state === 'closed')) {
      const data = new TextEncoder().encode(JSON.stringify(writer.writeBody(turn)))
      const { turn: read } = wire.readTurn(frame('ndjson', data))
      // An error event has no place in an answer that is not streamed; only its being a failure is compared.
      const settled = (one: Turn) => ({ ...comparable(one), finish: one.finish?.reason })
      expect(settled(read)).toEqual(settled(turn))
    }
  })
})

describe('the events', () => {
  it('number themselves, name their type and end with the full output', () => {
    const turn = writer.normalise({
      blocks: [
        { type: 'text', text: 'Hi' },
        { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"a":1}', complete: true },
      ],
      finish: { reason: 'tool-calls', raw: 'completed' },
      usage: { inputTokens: 3, cacheReadTokens: 2, outputTokens: 4 },
      meta: { responseId: 'resp_1', model: 'm' },
      state: 'closed',
    })
    const drafts = writer.writeTurn(turn, { spellings: [], fragments: [1] })
    const payloads = drafts.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
    expect(payloads.map((payload) => payload['sequence_number'])).toEqual(drafts.map((_, at) => at))
    expect(payloads.map((payload) => payload['type'])).toEqual(drafts.map(({ event }) => event))
    expect(payloads.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        output: [{ content: [{ text: 'Hi' }] }, { call_id: 'call_1', arguments: '{"a":1}' }],
        usage: { input_tokens: 5, input_tokens_details: { cached_tokens: 2 }, total_tokens: 9 },
      },
    })
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

  it('keeps a citation with the text before it, and no other', () => {
    const citation = { type: 'opaque', kind: 'citation', raw: { type: 'url_citation' } } as const
    const text = { type: 'text', text: 'a' } as const
    const turn: Turn = { blocks: [citation, text, citation, citation], meta: {}, state: 'open' }
    expect(writer.normalise(turn).blocks).toEqual([text, citation, citation])
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
          let body = bytesOf(writer.writeTurn(turn, choice))
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

  it('never make the reader throw, whatever JSON the events hold', () => {
    const types = ['output_item.added', 'output_item.done', 'content_part.done', 'output_text.delta']
    const more = ['function_call_arguments.done', 'completed', 'failed', 'output_text.annotation.added']
    const type = fc.constantFrom(...[...types, ...more].map((name) => `response.${name}`), 'error', '')
    const key = fc.constantFrom('output_index', 'content_index', 'item', 'delta', 'part', 'response', 'error')
    const item = fc.record(
      {
        type: fc.constantFrom('message', 'reasoning', 'function_call', 'x'),
        content: fc.jsonValue(),
        summary: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const payload = fc.tuple(type, fc.dictionary(key, fc.oneof(fc.jsonValue(), item)))
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 8 }), (sent) => {
        const drafts = sent.map(([name, fields]) => ({ data: JSON.stringify({ type: name, ...fields }) }))
        const reading = wire.readTurn(frame('sse', bytesOf(drafts)))
        expect(reading.evidence).toHaveLength(reading.turn.blocks.length)
        wire.readInBandError(sent[0]?.[1])
      }),
      { numRuns: 1000 },
    )
  })
})
