/** The writer is the reader's inverse in each spelling of this wire. Not here: what every wire owes (../round-trip.test.ts). */

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
  it('gives the turn, dialects included', () => {
    fc.assert(
      fc.property(sessionArbitrary(writer, 'any'), ({ turn, choice }) => {
        expect(diffTurns(withoutRaw(turn), withoutRaw(readBack(turn, choice)))).toEqual([])
      }),
      { numRuns: 400 },
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

describe('normalising', () => {
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
