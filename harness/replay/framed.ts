/** The events of a delivery, framed once however often it is read or played. */

import { frame } from '../wire/framing/framing.ts'
import type { Framing, WireEvent } from '../wire/wire.ts'
import type { Delivered } from './delivery.ts'

const framings = new WeakMap<Delivered, Map<Framing, readonly WireEvent[]>>()

/** The events of the whole body. They are shared: nobody may change them. */
export function framedAs(framing: Framing, delivered: Delivered): readonly WireEvent[] {
  const known = framings.get(delivered) ?? new Map<Framing, readonly WireEvent[]>()
  framings.set(delivered, known)
  const events = known.get(framing) ?? frame(framing, Buffer.concat(delivered.reads))
  known.set(framing, events)
  return events
}
