/** What a converter did with one delivery: its ordered parts and how it ended. Not here: collecting one (harness/driver/run-driver.ts), assembling its parts (assemble.ts). */

import type { Part } from './part.ts'

/** Where a part came from, parallel to `parts`. */
export type PartMark = {
  /** Index of the native event it was projected from; -1 for parts of the `end` hook. */
  native: number
  /** How many reads of the body had been handed out when it came. */
  reads: number
}

/** `phase`: before or after the first native event. */
export type ThrownError = { phase: 'start' | 'stream'; name: string; message: string; code?: string }

export type TraceEnd =
  | { how: 'returned' }
  | { how: 'threw'; error: ThrownError }
  | { how: 'aborted' }
  /** It did not settle within the limit. */
  | { how: 'hung'; afterMs: number }
  /** It gave more events, parts or characters than the limits allow. */
  | { how: 'flooded'; parts: number; characters: number }

export type Silence = {
  /** Parts that had come out before the abort. */
  parts: number
  /** Milliseconds from the abort until the converter settled; absent where it had settled before, or did not within a second. */
  settledMs?: number
  /** The upstream's body was cancelled. */
  upstreamClosed: boolean
}

export type SentRequest = { method: string; url: string; headers: Record<string, string>; body?: string }

export type Trace = {
  parts: Part[]
  marks: PartMark[]
  end: TraceEnd
  /** Native events, cloned on receipt, so that a projection can be run again. */
  natives: unknown[]
  /** Requests the converter sent; empty below level http. */
  requests: SentRequest[]
  /** What failed in the background while it ran: promises nobody handled, exceptions of timers. */
  rejections: string[]
  /** Present for a delivery that stalls: what was out once the upstream had fallen silent, and how the converter took the abort that followed. */
  silence?: Silence
  /** Parts of a wrong shape and throws of the projection: the driver is at fault, not the converter. */
  driverFaults: string[]
}

/** The trace of a converter that was given nothing, and gave nothing. */
export const emptyTrace: Trace = {
  parts: [],
  marks: [],
  end: { how: 'returned' },
  natives: [],
  requests: [],
  rejections: [],
  driverFaults: [],
}
