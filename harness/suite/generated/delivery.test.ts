import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireNames } from '../../wire/wire.ts'
import { wireOf } from '../../wire/wires.ts'
import { deliveryArbitrary, deliveryNamed, resolveDelivery } from './delivery.ts'
import { drawnSessions, recordingOfTurn } from './session.ts'

test.for(wireNames)(
  'a delivery drawn for %s is found again by its name, and gives the same reads',
  (name) => {
    const wire = wireOf(name)
    fc.assert(
      fc.property(drawnSessions(name, 'legal'), deliveryArbitrary, (session, drawn) => {
        const recording = recordingOfTurn(session, 'drawn')
        const delivery = resolveDelivery(drawn, recording, wire, 'http')
        const again = deliveryNamed(delivery.name, recording, wire)
        expect(again?.name).toBe(delivery.name)
        expect(again?.apply(recording)).toEqual(delivery.apply(recording))
      }),
      { numRuns: 60 },
    )
  },
)

test('a converter of events meets only what it can tell from events', () => {
  fc.assert(
    fc.property(drawnSessions('openai-chat', 'legal'), deliveryArbitrary, (session, drawn) => {
      const recording = recordingOfTurn(session, 'drawn')
      const { name, kind } = resolveDelivery(drawn, recording, wireOf('openai-chat'), 'events')
      expect(name === 'as-recorded' || kind === 'cut' || name === 'unknown-fields').toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('a cut beyond the end, and a name of nothing, are no deliveries', () => {
  const recording = recordingOfTurn(
    fc.sample(drawnSessions('openai-chat', 'legal'), { seed: 1, numRuns: 1 })[0]!,
    'x',
  )
  const wire = wireOf('openai-chat')
  for (const name of ['cut-after-9999', 'cut-after-0', 'cut-at-byte-999999', 'pings', 'nothing']) {
    expect(deliveryNamed(name, recording, wire)).toBeUndefined()
  }
})
