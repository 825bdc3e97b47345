/** The readers agree with the providers' official clients on every generated legal stream. Not here: recorded streams (harness/recording/corpus-differential.test.ts). */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary } from '../turn/arbitrary.ts'
import { clients } from './differential/clients.ts'
import { differences } from './differential/compare.ts'
import { encode, frame } from './framing/framing.ts'
import { runsOf, timeLimitOf } from './soak.ts'
import { wires, writers } from './wires.ts'

describe.each(clients)('$name', (client) => {
  const wire = wires[client.wire]
  const writer = writers[client.wire]
  if (wire === undefined || writer === undefined) {
    it.todo(`has a wire \`${client.wire}\``)
    return
  }

  it(
    'says the same as the reader',
    async () => {
      await fc.assert(
        fc.asyncProperty(sessionArbitrary(writer), async ({ turn, choice }) => {
          const framing = wire.framings[0]!
          const body = Buffer.concat(encode(framing, writer.writeTurn(turn, choice)))
          const reading = wire.readTurn(frame(framing, body))
          expect(differences(reading, await client.ask(body), client)).toEqual([])
        }),
        { numRuns: runsOf('differential') },
      )
    },
    timeLimitOf('differential'),
  )
})
