/** A run that has to be quick: each recording as recorded and under a few deliveries more, so that all recordings together meet every kind. */

import type { Recording } from '../recording/format.ts'
import type { Delivery } from '../replay/delivery.ts'
import { perByte } from '../replay/rechunk.ts'
import type { Source } from './plan.ts'

/** What deliveries prove, each kind apart: borders, noise, a clean cut, a broken connection, silence, another answer. */
const families: readonly ((delivery: Delivery) => boolean)[] = [
  ({ kind }) => kind === 'rechunk',
  ({ name }) => name.startsWith('cut-'),
  ({ kind }) => kind === 'noise',
  ({ name }) => name.startsWith('reset-'),
  ({ name }) => name.startsWith('stall-'),
  ({ kind }) => kind === 'swap',
]

/** The source under few deliveries. `more`: how many beside the recorded one. */
export function briefSource(source: Source, more: number): Source {
  const pick = source.pick ?? ((_recording: Recording, all: readonly Delivery[]) => [...all])
  return {
    ...source,
    pick: (recording, all) => {
      const about = new Set(source.about?.get(recording))
      return briefDeliveries(recording.name, pick(recording, all), more, about)
    },
  }
}

/**
 * The first delivery, those named in `about`, every byte alone where there is room for more than one, and from then on one of
 * each family in turn. Which ones hangs on the name alone: another recording changes nothing about it.
 */
export function briefDeliveries(
  name: string,
  deliveries: readonly Delivery[],
  more: number,
  about: ReadonlySet<string> = new Set(),
): Delivery[] {
  const [first, ...others] = deliveries
  if (!first) return []
  const seed = seedOf(name)
  const groups = families.map((belongs) => others.filter(belongs)).filter((group) => group.length > 0)
  const names = new Set([first.name, ...about])
  if (more > 1 && others.some((delivery) => delivery.name === perByte.name)) names.add(perByte.name)
  const wanted = more + 1 + about.size
  for (let turn = 0; names.size < wanted && turn < families.length * 2; turn += 1) {
    const group = groups[(seed + turn) % Math.max(1, groups.length)]
    const chosen = group?.[Math.floor(seed / families.length + turn) % group.length]
    if (chosen) names.add(chosen.name)
  }
  return deliveries.filter((delivery) => names.has(delivery.name))
}

function seedOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
