/** Which deliveries an error situation meets. Not here: the deliveries (harness/replay). */

import type { Recording } from '../../recording/format.ts'
import { bordersOf, isStream } from '../../replay/deliver.ts'
import type { Delivery } from '../../replay/delivery.ts'
import { asRecorded, oneChunk, perByte } from '../../replay/rechunk.ts'

/** Bytes up to which a stream is delivered byte by byte, which costs a read each. */
const perByteLimit = 1_500

/**
 * An answer, or a connection that failed, meets all there are. A stream comes as recorded, in one chunk, byte by byte where
 * it is short, under one noise, and cut before its last event and inside it. Which noise hangs on the name alone.
 */
export function errorDeliveries({ name, response }: Recording, all: readonly Delivery[]): Delivery[] {
  if (response === undefined || !isStream(response)) return [...all]
  const events = bordersOf(response).length
  const noises = all.filter(({ kind }) => kind === 'noise')
  const names = new Set([
    asRecorded.name,
    oneChunk.name,
    ...(response.body.length <= perByteLimit ? [perByte.name] : []),
    noises[sumOf(name) % Math.max(1, noises.length)]?.name,
    `cut-after-${events - 1}`,
    `reset-after-${events - 1}`,
    `cut-in-event-${events}`,
  ])
  return all.filter((delivery) => names.has(delivery.name))
}

function sumOf(name: string): number {
  return Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7)
}
