/** Which deliveries a recording has. Not here: the deliveries themselves (rechunk.ts, noise.ts, cut.ts, swap.ts), playing one (replay-fetch.ts …). */

import type { Recording } from '../recording/format.ts'
import type { Wire } from '../wire/wire.ts'
import { cutsOf } from './cut.ts'
import { bordersOf, isStream } from './deliver.ts'
import type { Delivery } from './delivery.ts'
import { noisesOf } from './noise.ts'
import { asRecorded, isTelling, oneChunk, perByte, rechunks } from './rechunk.ts'
import { swaps } from './swap.ts'

/** All deliveries of a recording, `as-recorded` first. An error body is only rechunked, a connection that failed has nothing to change. */
export function deliveriesOf(
  recording: Recording,
  wire: Pick<Wire, 'name' | 'announcesUnknownEvents'>,
): Delivery[] {
  const { response } = recording
  if (!response) return [asRecorded]
  if (!isStream(response)) return [asRecorded, oneChunk, perByte]
  return [
    ...rechunks.filter((delivery) => isTelling(delivery, recording)),
    ...noisesOf(response, wire),
    ...cutsOf(bordersOf(response).length),
    ...swaps,
  ]
}
