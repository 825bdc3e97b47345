/** What the provider said in the bytes of one delivery, for any kind of answer. */

import { failureOfConnection } from '../replay/connection-failure.ts'
import { isStream } from '../replay/deliver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { isUnanswered, type Delivered } from '../replay/delivery.ts'
import { framedAs } from '../replay/framed.ts'
import type { Recording } from '../recording/format.ts'
import type { Failure } from '../turn/failure.ts'
import { detectFraming } from '../wire/framing/framing.ts'
import type { Reading, Wire, WireEvent } from '../wire/wire.ts'
import { wireOf } from '../wire/wires.ts'

export type Truth = { events: readonly WireEvent[]; reading: Reading }

/** Reads a delivery: a connection that failed as such, an error status through `readError`, everything else as a stream. Never throws. */
export function readDelivered(wire: Wire, delivered: Delivered): Truth {
  if (isUnanswered(delivered))
    return { events: [], reading: brokenReading(failureOfConnection(delivered.failure ?? 'closed')) }
  const body = Buffer.concat(delivered.reads)
  if (delivered.status >= 400) return { events: [], reading: failedReading(wire, delivered, body) }
  const framing = detectFraming(body, delivered.headers['content-type']) ?? wire.framings[0] ?? 'sse'
  const events = framedAs(framing, delivered)
  return { events, reading: wire.readTurn(events) }
}

function failedReading(wire: Wire, delivered: Delivered, body: Uint8Array): Reading {
  const { status, headers } = delivered
  return brokenReading(wire.readError({ status, headers: lowerCased(headers), body }))
}

function brokenReading(failure: Failure): Reading {
  const finish = { reason: 'error', failure } as const
  return { turn: { blocks: [], finish, meta: {}, state: 'closed' }, evidence: [] }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** What a stored exchange holds. `refused`: there is no turn to read, and why. */
export type Told =
  | { kind: 'turn' | 'failure'; truth: Truth; streamed: boolean }
  | { kind: 'refused'; reason: string; streamed: boolean }

/** Reads a recording as it was recorded. */
export function tell(recording: Recording): Told {
  const { wire, response } = recording
  if (!response)
    return { kind: 'refused', reason: `no answer was recorded (${recording.end.how})`, streamed: false }
  const streamed = isStream(response)
  if (wire === undefined) return { kind: 'refused', reason: 'its wire is none of ours', streamed }
  if (!streamed && response.status < 400) {
    return { kind: 'refused', reason: 'the answer is not a stream of events', streamed }
  }
  const truth = readDelivered(wireOf(wire), asRecorded.apply(recording))
  const { turn, damage } = truth.reading
  if (damage && turn.blocks.length === 0) return { kind: 'refused', reason: damage.reason, streamed }
  return { kind: turn.finish?.reason === 'error' ? 'failure' : 'turn', truth, streamed }
}
