/** The deliveries of one recording and what the provider says in each, made once however many converters meet them. Not here: reading one (truth.ts), which there are (plan.ts). */

import type { Delivered, Delivery } from '../replay/delivery.ts'
import type { Recording } from '../recording/format.ts'
import type { WireName } from '../wire/wire.ts'
import { wireOf } from '../wire/wires.ts'
import { readDelivered, type Truth } from './truth.ts'

/** Deliveries are told apart by their names. What comes out is shared: nobody may change it. */
export class Played {
  readonly #recording: Recording
  readonly #wire: WireName
  readonly #delivered = new Map<string, Delivered>()
  readonly #truths = new Map<string, Truth>()

  constructor(recording: Recording, wire: WireName) {
    this.#recording = recording
    this.#wire = wire
  }

  delivered(delivery: Delivery): Delivered {
    return known(this.#delivered, delivery.name, () => delivery.apply(this.#recording))
  }

  truth(delivery: Delivery): Truth {
    return known(this.#truths, delivery.name, () =>
      readDelivered(wireOf(this.#wire), this.delivered(delivery)),
    )
  }
}

/** The groups of one recording follow one another; beside it, its neighbour is played, whose turn is next. */
const mostKept = 4
const kept = new Map<Recording, Played>()

/** Kept for the recordings asked for last only: a long run would hold all of them. */
export function playedOf(recording: Recording, wire: WireName): Played {
  const played = kept.get(recording) ?? new Played(recording, wire)
  kept.delete(recording)
  kept.set(recording, played)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest) kept.delete(oldest)
  return played
}

function known<V>(values: Map<string, V>, name: string, make: () => V): V {
  const value = values.get(name) ?? make()
  values.set(name, value)
  return value
}
