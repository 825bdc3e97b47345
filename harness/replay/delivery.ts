/** A delivery: one way the bytes of a recording can arrive, as a value. Not here: the deliveries (rechunk.ts, cut.ts …), playing one (replay-fetch.ts, replay-handler.ts). */

import type { Recording } from '../recording/format.ts'
import type { ConnectionFailureName } from './connection-failure.ts'

/** `rechunk`: same bytes, other borders. `noise`: comments, unknown events and fields. `cut`: fewer bytes. `swap`: another answer. */
export type DeliveryKind = 'rechunk' | 'noise' | 'cut' | 'swap'

/** How the body ends: `clean`, `reset` (the connection breaks), `stall` (silence, the connection stays open). */
export type DeliveryEnd = 'clean' | 'reset' | 'stall'

/** What a client will be given: every entry of `reads` is one read. */
export type Delivered = {
  status: number
  headers: Record<string, string>
  reads: Uint8Array[]
  end: DeliveryEnd
  /** The connection fails so: in place of an answer where `status` is 0, else behind the last read. */
  failure?: ConnectionFailureName
}

/** Whether the connection fails before an answer. */
export function isUnanswered({ status }: Pick<Delivered, 'status'>): boolean {
  return status === 0
}

export type Delivery = {
  /** Slug, part of the case id: `as-recorded`, `per-byte`, `cut-after-3`, `reset-after-3`. */
  name: string
  kind: DeliveryKind
  /** Only called for recordings with a response, `as-recorded` also for those of a connection that failed before one. */
  apply(recording: Recording): Delivered
}
