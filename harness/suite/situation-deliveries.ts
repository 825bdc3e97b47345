/** The few deliveries that every situation meets in a run; all of them would repeat what recordings show already. Not here: the deliveries (harness/replay). */

import type { Recording } from '../recording/format.ts'
import { bordersOf } from '../replay/deliver.ts'
import type { Delivery } from '../replay/delivery.ts'
import { asRecorded, oneChunk, perByte } from '../replay/rechunk.ts'
import { cutPoints } from '../replay/cut.ts'

/** Bytes up to which a situation is delivered byte by byte. */
const perByteLimit = 1_500

/**
 * As recorded, in one chunk, byte by byte where it is short, under one noise, and cut: cleanly in the middle, by a reset later,
 * inside its last event, and once into silence. Which noise hangs on the name alone, so that other situations change nothing.
 */
export function fewDeliveries(recording: Recording, all: readonly Delivery[]): Delivery[] {
  const { name, response } = recording
  const length = response?.body.length ?? 0
  const names = new Set([asRecorded.name, oneChunk.name, ...(length <= perByteLimit ? [perByte.name] : [])])
  const events = response ? bordersOf(response).length : 0
  const points = cutPoints(events)
  const middle = points[Math.floor(points.length / 2)]
  if (middle !== undefined) {
    names.add(`cut-after-${middle}`)
    names.add(`reset-after-${points[Math.floor(points.length / 2) + 1] ?? middle}`)
    names.add(`cut-in-event-${events}`)
    names.add(`stall-after-${middle}`)
  }
  const noises = all.filter(({ kind }) => kind === 'noise')
  const noise = noises[sumOf(name) % Math.max(1, noises.length)]
  return all.filter((delivery) => names.has(delivery.name) || delivery === noise)
}

function sumOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
