import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Turn } from '../../turn/turn.ts'
import { encode, frame } from '../../wire/framing/framing.ts'
import { wireNames } from '../../wire/wire.ts'
import { wireOf, writerOf } from '../../wire/wires.ts'
import { drawnSessions } from './session.ts'
import { simplerSessions } from './simpler.ts'

/** What the turn says beside raw copies and counts of 0. */
function said({ usage, finish, ...turn }: Turn) {
  const { raw: _usage, ...counts } = usage ?? {}
  const { raw: _failure, ...failure } = finish?.failure ?? {}
  const given = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
  return { ...turn, usage: given, finish: finish && { ...finish, ...(finish.failure && { failure }) } }
}

test.for(wireNames)('what is simpler on %s is still what a provider can say', (name) => {
  const [wire, writer] = [wireOf(name), writerOf(name)]
  const framing = wire.framings[0] ?? 'sse'
  fc.assert(
    fc.property(drawnSessions(name, 'legal'), fc.nat(), (drawn, pick) => {
      const all = [...simplerSessions({ ...drawn, delivery: 'as-recorded' })]
      for (const { turn, choice } of all.filter((_, at) => at % 17 === pick % 17)) {
        const body = Buffer.concat(encode(framing, writer.writeTurn(turn, choice)))
        expect(said(wire.readTurn(frame(framing, body)).turn)).toEqual(said(turn))
      }
    }),
    { numRuns: 12 },
  )
})

test('the plainest session has no simpler delivery, spelling or ending', () => {
  const writer = writerOf('openai-chat')
  const turn = writer.normalise({
    blocks: [],
    finish: writer.shape.finishes[0]!,
    meta: {},
    state: 'closed',
  })
  const plain = {
    wire: 'openai-chat',
    turn,
    choice: { spellings: [], fragments: [] },
    delivery: 'as-recorded',
  } as const
  expect([...simplerSessions(plain)]).toEqual([])
})
