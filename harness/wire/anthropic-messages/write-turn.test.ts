/** The writer is the reader's inverse in every spelling, and neither minds malformed bytes. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import { diffTurns } from '../../turn/diff.ts'
import type { Turn } from '../../turn/turn.ts'
import { parseJson } from '../json-fields.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { anthropicMessages as wire, anthropicMessagesWriter as writer } from './wire.ts'

function bytesOf(drafts: readonly EventDraft[]): Uint8Array {
  return new Uint8Array(Buffer.concat(encode('sse', drafts)))
}

function readBack(turn: Turn, choice: WriteChoice): Turn {
  return wire.readTurn(frame('sse', bytesOf(writer.writeTurn(turn, choice)))).turn
}

/** `raw` objects are as the wire sent them, so they depend on the spelling. */
function withoutRaw({ usage, finish, ...turn }: Turn): Turn {
  const { raw: _rawUsage, ...counts } = usage ?? {}
  const { raw: _rawError, ...failure } = finish?.failure ?? { code: 'UNKNOWN', message: '' }
  return {
    ...turn,
    ...(usage === undefined ? {} : { usage: counts }),
    ...(finish === undefined
      ? {}
      : { finish: finish.failure === undefined ? finish : { ...finish, failure } }),
  }
}

function withValues(turn: Turn): Turn {
  return {
    ...turn,
    blocks: turn.blocks.map((block) =>
      block.type === 'tool-call'
        ? { ...block, arguments: JSON.stringify(parseJson(block.arguments) ?? {}), complete: true }
        : block,
    ),
  }
}

const turns = fc
  .sample(turnArbitrary(writer.shape), { seed: 5, numRuns: 160 })
  .map((turn) => writer.normalise(turn))
const alone = writer.spellings.map(({ id, fits }) => ({
  id,
  fitting: turns.filter((turn) => fits?.(turn) ?? true),
}))

describe('reading what was written', () => {
  it.each(['legal', 'any'] as const)('gives the turn, spellings: %s', (range) => {
    fc.assert(
      fc.property(sessionArbitrary(writer, range), ({ turn, choice }) => {
        expect(diffTurns(withoutRaw(turn), withoutRaw(readBack(turn, choice)))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it.each(alone)('gives the turn under $id alone', ({ id, fitting }) => {
    expect(fitting.length).toBeGreaterThan(1)
    for (const turn of fitting) {
      const read = readBack(turn, { spellings: [id], fragments: [5] })
      expect(diffTurns(withoutRaw(turn), withoutRaw(read))).toEqual([])
    }
  })

  it.each(alone)('$id changes the events of a turn that it fits', ({ id, fitting }) => {
    const written = (spellings: string[]) =>
      fitting.map((turn) => writer.writeTurn(turn, { spellings, fragments: [] }))
    expect(written([id])).not.toEqual(written([]))
  })

  it('gives the same turn from the answer that is not streamed', () => {
    fc.assert(
      fc.property(turnArbitrary(writer.shape), (drawn) => {
        const turn = writer.normalise(drawn)
        fc.pre(turn.state === 'closed' && turn.finish?.reason !== 'error')
        const data = JSON.stringify(writer.writeBody(turn))
        const { turn: read } = wire.readTurn(frame('ndjson', new TextEncoder().encode(data)))
        expect(diffTurns(withoutRaw(withValues(turn)), withoutRaw(withValues(read)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('spellings', () => {
  it('have ids of their own and a source each', () => {
    const ids = writer.spellings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(writer.spellings.filter(({ source, title }) => source === '' || title === '')).toEqual([])
  })
})

describe('normalising', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(turnArbitrary(writer.shape), (drawn) => {
        const turn = writer.normalise(drawn)
        expect(writer.normalise(turn)).toEqual(turn)
      }),
    )
  })

  it('keeps what the wire can say', () => {
    const turn: Turn = {
      blocks: [
        { type: 'text', text: 'hi' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"a":', complete: false },
      ],
      usage: { inputTokens: 1, outputTokens: 2 },
      finish: { reason: 'max-tokens', raw: 'max_tokens' },
      meta: { responseId: 'm', model: 'x' },
      state: 'closed',
    }
    expect(writer.normalise(turn)).toEqual(turn)
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
    const names = [
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'error',
      '',
    ]
    const key = fc.constantFrom(
      'type',
      'index',
      'delta',
      'content_block',
      'message',
      'usage',
      'content',
      'error',
      'id',
      'text',
      'input',
    )
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...names, 'text', 'tool_use'),
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(key, tie('any')),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value.any), { maxLength: 8 }), (events) => {
        const drafts = events.map(([event, data]) => ({ event, data: JSON.stringify(data) }))
        const { turn, evidence } = wire.readTurn(frame('sse', bytesOf(drafts)))
        expect(evidence).toHaveLength(turn.blocks.length)
      }),
      { numRuns: 1000 },
    )
  })
})
