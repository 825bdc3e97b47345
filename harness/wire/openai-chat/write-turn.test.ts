/** The writer is the reader's inverse in every spelling. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import type { Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { openaiChat as wire, openaiChatWriter as writer } from './wire.ts'

const read = (drafts: readonly EventDraft[]): Turn =>
  wire.readTurn(frame('sse', Buffer.concat(encode('sse', drafts)))).turn
const readBack = (turn: Turn, choice: WriteChoice): Turn => read(writer.writeTurn(turn, choice))

/** `raw` objects are as the wire sent them, so they depend on the spelling. */
function withoutRaw({ usage, finish, ...turn }: Turn): object {
  const { raw: _usage, ...counts } = usage ?? {}
  const { raw: _error, ...failure } = finish?.failure ?? {}
  return { ...turn, counts, finish: { ...finish, failure } }
}

/** Long texts cost much and show nothing here: the property draws them. */
const turns = fc
  .sample(turnArbitrary(writer.shape), { seed: 5, numRuns: 200 })
  .map((turn) => writer.normalise(turn))
  .filter((turn) => JSON.stringify(turn).length < 1500)
const alone = writer.spellings.map(({ id, fits }) => ({
  id,
  fitting: turns.filter((turn) => fits?.(turn) ?? true),
}))

describe('reading what was written', () => {
  it('gives the turn in dialects too (legal spellings: ../round-trip.test.ts)', () => {
    fc.assert(
      fc.property(sessionArbitrary(writer, 'any'), ({ turn, choice }) => {
        expect(withoutRaw(readBack(turn, choice))).toEqual(withoutRaw(turn))
      }),
      { numRuns: 500 },
    )
  })

  it.each(alone)('gives the turn under $id alone', ({ id, fitting }) => {
    expect(fitting.length).toBeGreaterThan(3)
    for (const turn of fitting) {
      const choice = { spellings: [id], fragments: [2] }
      expect(withoutRaw(readBack(turn, choice))).toEqual(withoutRaw(turn))
    }
  })

  it.each(alone)('$id changes the events of some turn that it fits', ({ id, fitting }) => {
    const written = (spellings: string[]) =>
      fitting.map((turn) => writer.writeTurn(turn, { spellings, fragments: [2] }))
    expect(written([id])).not.toEqual(written([]))
  })

  it('gives the same turn from the answer that is not streamed', () => {
    for (const turn of turns.filter(({ state, finish }) => state !== 'open' && finish?.reason !== 'error')) {
      const data = JSON.stringify(writer.writeBody(turn))
      expect(withoutRaw(read([{ data }]))).toEqual(withoutRaw({ ...turn, state: 'answered' }))
    }
  })

  it('writes [DONE] alone for an answered turn without a finish', () => {
    const turn = writer.normalise({ blocks: [{ type: 'text', text: 'x' }], meta: {}, state: 'answered' })
    expect(readBack(turn, { spellings: [], fragments: [] })).toEqual(turn)
  })
})

it('keeps apart the pieces of a call whose surrogate pair is split', () => {
  const call = { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":"😀"}', complete: true } as const
  const turn = writer.normalise({
    blocks: [call],
    finish: { reason: 'tool-calls', raw: 'tool_calls' },
    meta: {},
    state: 'closed',
  })
  expect(readBack(turn, { spellings: [], fragments: [7] }).blocks).toEqual([call])
})
