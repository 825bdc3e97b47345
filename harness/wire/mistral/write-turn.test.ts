/** The writer is the reader's inverse in every spelling. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary, turnArbitrary } from '../../turn/arbitrary.ts'
import type { Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { mistral as wire, mistralWriter as writer } from './wire.ts'

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

  it('writes what Mistral writes where nothing was chosen', () => {
    const turn = writer.normalise({
      blocks: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}', complete: true },
      ],
      usage: { inputTokens: 1, outputTokens: 2 },
      finish: { reason: 'tool-calls', raw: 'tool_calls' },
      meta: {},
      state: 'closed',
    })
    const drafts = writer.writeTurn(turn, { spellings: [], fragments: [] })
    const choices = drafts
      .slice(0, -1)
      .map(({ data }) => (JSON.parse(data) as { choices: unknown[] }).choices[0])
    expect(choices.slice(1)).toMatchObject([
      { delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] } },
      { delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }] } },
      { finish_reason: 'tool_calls' },
    ])
    expect(drafts.at(-2)?.data).toContain('"usage":{"prompt_tokens":1')
  })
})
