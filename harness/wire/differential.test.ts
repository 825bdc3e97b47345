/** The readers agree with the providers' official clients on every generated legal stream. Not here: recorded streams (harness/recording/differential.test.ts). */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary } from '../turn/arbitrary.ts'
import { clients } from './differential/clients.ts'
import { compare } from './differential/compare.ts'
import { knownDifferences } from './differential/known-disagreements.ts'
import { encode, frame } from './framing/framing.ts'
import { runsOf, timeLimitOf } from './soak.ts'
import { wireOf, writerOf } from './wires.ts'

describe.each(clients)('$name', (client) => {
  const wire = wireOf(client.wire)
  const writer = writerOf(client.wire)
  const framing = wire.framings[0]!

  it(
    'says the same as the reader',
    async () => {
      await fc.assert(
        fc.asyncProperty(sessionArbitrary(writer), async ({ turn, choice }) => {
          const body = Buffer.concat(encode(framing, writer.writeTurn(turn, choice)))
          const reading = wire.readTurn(frame(framing, body))
          expect(compare(reading, await client.ask(body), client, 'generated').unknown).toEqual([])
        }),
        { numRuns: runsOf('differential') },
      )
    },
    timeLimitOf('differential'),
  )
})

describe('the comparison', () => {
  const [chat] = clients
  const reading = (text: string) => ({
    turn: {
      blocks: [{ type: 'text' as const, text }],
      finish: { reason: 'stop' as const, raw: 'stop' },
      meta: {},
      state: 'closed' as const,
    },
    evidence: [],
  })

  it('finds a text that differs', () => {
    const answer = { account: { blocks: [{ type: 'text' as const, text: 'a' }], finish: 'stop' } }
    expect(compare(reading('a'), answer, chat!, 'generated').unknown).toEqual([])
    expect(compare(reading('b'), answer, chat!, 'generated').unknown).toEqual([
      { path: 'blocks[0].text', expected: 'b', got: 'a' },
    ])
  })

  it('finds a client that throws, unless it is known why', () => {
    const account = { blocks: [{ type: 'text' as const, text: 'a' }], finish: 'stop' }
    expect(compare(reading('a'), { account, failed: 'Error: odd' }, chat!, 'recorded').unknown).toMatchObject(
      [{ path: 'failed' }],
    )
    expect(
      compare(reading('a'), { account, failed: 'Error: missing role for choice 0' }, chat!, 'recorded'),
    ).toEqual({
      unknown: [],
      known: ['missing-role'],
    })
  })

  it('excuses by name: every known disagreement is of a client', () => {
    const names = clients.map(({ name }) => name)
    expect(knownDifferences.filter(({ client }) => !names.includes(client))).toEqual([])
  })
})
