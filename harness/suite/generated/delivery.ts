/** Drawn deliveries of a generated session, and any delivery by its name. Not here: what the deliveries do (harness/replay). */

import * as fc from 'fast-check'
import type { Level } from '../../driver/driver.ts'
import type { Recording } from '../../recording/format.ts'
import { cutAfterEvent, cutAtByte, cutBeforeEnd, cutInsideEvent } from '../../replay/cut.ts'
import { bordersOf } from '../../replay/deliver.ts'
import { deliveriesOf, deliveriesOfKind } from '../../replay/deliveries.ts'
import type { Delivery, DeliveryEnd, DeliveryKind } from '../../replay/delivery.ts'
import { asRecorded, randomBorders } from '../../replay/rechunk.ts'
import type { Wire } from '../../wire/wire.ts'
import { fitsLevel, perByteLimit } from '../delivery-limits.ts'

type CutPlace = 'after' | 'before-end' | 'in-event' | 'at-byte'

/** Before the bytes exist it is not known how many events there are: places are numbers, taken round the length. */
export type DrawnDelivery =
  | { kind: 'rechunk' | 'noise' | 'swap'; pick: number }
  | { kind: 'cut'; place: CutPlace; end: DeliveryEnd; at: number; fromEnd: boolean }

const picks = fc.nat({ max: 1_000 })

const places = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.nat({ max: 4 }), weight: 2 },
  { arbitrary: fc.nat({ max: 10_000 }), weight: 1 },
)

const cuts = fc.record({
  kind: fc.constant('cut' as const),
  place: fc.constantFrom<CutPlace[]>('after', 'after', 'after', 'before-end', 'in-event', 'at-byte'),
  // A stall costs a wait, and two rules only look at it.
  end: fc.nat({ max: 15 }).map((n): DeliveryEnd => (n === 15 ? 'stall' : n % 2 === 0 ? 'clean' : 'reset')),
  at: places,
  fromEnd: fc.boolean(),
})

function other(kind: 'rechunk' | 'noise' | 'swap'): fc.Arbitrary<DrawnDelivery> {
  return picks.map((pick) => ({ kind, pick }))
}

/** Most often a cut, since that is where converters break; shrinks to `as-recorded`. */
export const deliveryArbitrary: fc.Arbitrary<DrawnDelivery> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: other('rechunk'), weight: 3 },
  { arbitrary: other('noise'), weight: 2 },
  { arbitrary: cuts, weight: 5 },
  { arbitrary: other('swap'), weight: 1 },
)

type WireFacts = Pick<Wire, 'name' | 'announcesUnknownEvents'>

/** The drawn delivery of this recording; `as-recorded` where it has none of the kind, or where the level cannot tell. */
export function resolveDelivery(
  drawn: DrawnDelivery,
  recording: Recording,
  wire: WireFacts,
  level: Level,
): Delivery {
  const found = drawn.kind === 'cut' ? cutOf(drawn, recording) : pickOf(drawn, recording, wire)
  return found !== undefined && fitsLevel(found, level) ? found : asRecorded
}

function pickOf(
  { kind, pick }: { kind: DeliveryKind; pick: number },
  recording: Recording,
  wire: WireFacts,
): Delivery | undefined {
  const length = recording.response?.body.length ?? 0
  const all = deliveriesOfKind(kind, recording, wire).filter(
    ({ name }) => name !== 'per-byte' || length <= perByteLimit,
  )
  const found = all[pick % Math.max(1, all.length)]
  return found?.name.startsWith('random-') ? randomBorders(1 + (pick % 97)) : found
}

type DrawnCut = Extract<DrawnDelivery, { kind: 'cut' }>

function cutOf({ place, end, at, fromEnd }: DrawnCut, recording: Recording): Delivery | undefined {
  const { response } = recording
  if (!response) return undefined
  const events = bordersOf(response).length
  const count = place === 'at-byte' ? response.body.length - 1 : place === 'after' ? events - 1 : events
  if (count < 1) return undefined
  const from = at % count
  return makeCut[place](fromEnd ? count - from : 1 + from, end)
}

const makeCut: Record<CutPlace, (at: number, end: DeliveryEnd) => Delivery> = {
  after: cutAfterEvent,
  'before-end': cutBeforeEnd,
  'in-event': cutInsideEvent,
  'at-byte': cutAtByte,
}

/** A cut's name in its pieces: how it ends, where, and how far in, from 1. */
export type CutName = { end: DeliveryEnd; place: CutPlace; at: number }

const endsByVerb: Readonly<Record<string, DeliveryEnd>> = { cut: 'clean', reset: 'reset', stall: 'stall' }

export function readCutName(name: string): CutName | undefined {
  const [, verb, place, at] = /^(cut|reset|stall)-(after|before-end|in-event|at-byte)-(\d+)$/.exec(name) ?? []
  if (verb === undefined || place === undefined) return undefined
  return { end: endsByVerb[verb] ?? 'clean', place: place as CutPlace, at: Number(at) }
}

/** The delivery of a name; undefined where this recording has none of that name. */
export function deliveryNamed(name: string, recording: Recording, wire: WireFacts): Delivery | undefined {
  const cut = readCutName(name)
  if (cut) return isInside(cut, recording) ? makeCut[cut.place](cut.at, cut.end) : undefined
  const seed = /^random-(\d+)$/.exec(name)?.[1]
  if (seed !== undefined) return randomBorders(Number(seed))
  return deliveriesOf(recording, wire).find((delivery) => delivery.name === name)
}

function isInside({ place, at }: CutName, { response }: Recording): boolean {
  if (!response || at < 1) return false
  if (place === 'at-byte') return at < response.body.length
  return at <= bordersOf(response).length
}
