/** Deliveries of kind cut: fewer bytes. What came before the cut was said; what comes after it was not. */

import { bordersOf, deliver, type Answer } from './deliver.ts'
import type { Delivery, DeliveryEnd } from './delivery.ts'
import { split } from './split.ts'

/** The first word of a cut's name, by how the body ends. */
const verbs = { clean: 'cut', reset: 'reset', stall: 'stall' } as const satisfies Record<DeliveryEnd, string>

/** The body ends after its first `events` events: `cut-after-3`, `reset-after-3`, `stall-after-3`. */
export function cutAfterEvent(events: number, end: DeliveryEnd): Delivery {
  return cut(`after-${events}`, end, (answer) => bordersOf(answer)[events - 1] ?? 0)
}

/** The body ends in the middle of the bytes of event `event`, counted from 1: `cut-in-event-3`. */
export function cutInsideEvent(event: number, end: DeliveryEnd): Delivery {
  return cut(`in-event-${event}`, end, (answer) => {
    const borders = bordersOf(answer)
    const from = borders[event - 2] ?? 0
    return from + Math.floor(((borders[event - 1] ?? from) - from) / 2)
  })
}

/** The body ends behind the last byte of text of event `event`, before the blank line that ends it: `cut-before-end-3`. */
export function cutBeforeEnd(event: number, end: DeliveryEnd): Delivery {
  return cut(`before-end-${event}`, end, (answer) => {
    let at = bordersOf(answer)[event - 1] ?? 0
    while (at > 0 && (answer.body[at - 1] === 0x0a || answer.body[at - 1] === 0x0d)) at -= 1
    return at
  })
}

/** The body ends after its first `bytes` bytes: `cut-at-byte-120`. */
export function cutAtByte(bytes: number, end: DeliveryEnd): Delivery {
  return cut(`at-byte-${bytes}`, end, () => bytes)
}

function cut(place: string, end: DeliveryEnd, lengthOf: (answer: Answer) => number): Delivery {
  return {
    name: `${verbs[end]}-${place}`,
    kind: 'cut',
    apply: (recording) => ({
      ...deliver(recording, (answer) => split(answer.body.subarray(0, lengthOf(answer)), bordersOf(answer))),
      end,
    }),
  }
}

/** Cut points that are worth their time: the first events, the last ones, and one between. */
export function cutPoints(events: number): number[] {
  const points = [1, 2, 3, Math.floor(events / 2), events - 3, events - 2, events - 1]
  return [...new Set(points.filter((point) => point >= 1 && point < events))].sort((a, b) => a - b)
}

/** The cuts of a stream of `events` events. One stall: it is for the two rules that need a clock. */
export function cutsOf(events: number): Delivery[] {
  const points = cutPoints(events)
  const middle = points[Math.floor(points.length / 2)]
  const inside = middle === undefined ? [] : [middle, events]
  return [
    ...points.flatMap((point) => [cutAfterEvent(point, 'clean'), cutAfterEvent(point, 'reset')]),
    ...inside.flatMap((event) => [cutInsideEvent(event, 'clean'), cutInsideEvent(event, 'reset')]),
    ...(middle === undefined ? [] : [cutBeforeEnd(middle, 'clean'), cutAfterEvent(middle, 'stall')]),
  ]
}
