/** The few deliveries that a situation meets in a run; all of them would mostly repeat what recordings show already. Not here: the deliveries (harness/replay). */

import type { Recording } from '../recording/format.ts'
import { cutPoints } from '../replay/cut.ts'
import { bordersOf } from '../replay/deliver.ts'
import type { Delivery } from '../replay/delivery.ts'
import { asRecorded, oneChunk, perByte } from '../replay/rechunk.ts'

/** Bytes up to which a situation is delivered byte by byte, which costs a read each. */
const perByteLimit = 700

/**
 * As recorded, under other borders, under one noise, and cut: cleanly in the middle, by a reset or inside the last event, and
 * for some into silence; and those it is about. The choice hangs on the situation alone: another one changes nothing about it.
 */
export function fewDeliveries(
  recording: Recording,
  all: readonly Delivery[],
  about: readonly string[] = [],
): Delivery[] {
  const { name, response } = recording
  const seed = seedOf(name)
  const borders = (response?.body.length ?? 0) <= perByteLimit ? perByte : oneChunk
  const noises = all.filter(({ kind }) => kind === 'noise')
  const names = new Set([
    asRecorded.name,
    borders.name,
    noises[seed % Math.max(1, noises.length)]?.name,
    ...about,
    ...cutsOf(response ? bordersOf(response).length : 0, seed),
  ])
  return all.filter((delivery) => names.has(delivery.name))
}

function cutsOf(events: number, seed: number): string[] {
  const points = cutPoints(events)
  const middle = points[Math.floor(points.length / 2)]
  if (middle === undefined) return []
  const later = points[Math.floor(points.length / 2) + 1] ?? middle
  return [
    `cut-after-${middle}`,
    seed % 2 === 0 ? `reset-after-${later}` : `cut-in-event-${events}`,
    ...(seed % 4 === 0 ? [`stall-after-${middle}`] : []),
  ]
}

function seedOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
