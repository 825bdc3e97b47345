/** Which deliveries a recording has. Not here: the deliveries themselves (rechunk.ts, noise.ts, cut.ts, swap.ts), playing one (replay-fetch.ts …). */

import type { Recording } from '../recording/format.ts'
import type { Wire } from '../wire/wire.ts'
import { cutsOf } from './cut.ts'
import { bordersOf, isStream } from './deliver.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'
import { noisesOf } from './noise.ts'
import { asRecorded, isTelling, oneChunk, perByte, rechunks } from './rechunk.ts'
import { swaps } from './swap.ts'

type WireFacts = Pick<Wire, 'name' | 'announcesUnknownEvents'>

/** All deliveries of a recording, `as-recorded` first. An error body is only rechunked, a connection that failed has nothing to change. */
export function deliveriesOf(recording: Recording, wire: WireFacts): Delivery[] {
  const kinds: readonly DeliveryKind[] = ['rechunk', 'noise', 'cut', 'swap']
  return kinds.flatMap((kind) => deliveriesOfKind(kind, recording, wire))
}

export function deliveriesOfKind(kind: DeliveryKind, recording: Recording, wire: WireFacts): Delivery[] {
  const { response } = recording
  const isFailed = !response || !isStream(response)
  switch (kind) {
    case 'rechunk':
      if (!response) return [asRecorded]
      return isFailed
        ? [asRecorded, oneChunk, perByte]
        : rechunks.filter((delivery) => isTelling(delivery, recording))
    case 'noise':
      return isFailed ? [] : noisesOf(response, wire)
    case 'cut':
      return isFailed ? [] : cutsOf(bordersOf(response).length)
    case 'swap':
      return isFailed ? [] : [...swaps]
  }
}
