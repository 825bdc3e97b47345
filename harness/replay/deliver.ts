/** What all deliveries share: an answer's status and headers, its framing, and how its body ends. */

import type { Recording } from '../recording/format.ts'
import { detectFraming, eventBorders } from '../wire/framing/framing.ts'
import type { Framing } from '../wire/wire.ts'
import type { Delivered, DeliveryEnd } from './delivery.ts'

/** A recording's answer, which is what can be played. */
export type Answer = NonNullable<Recording['response']>

/** Headers that speak of an encoding or a length that the replayed body no longer has. */
const staleHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
])

/**
 * The recorded answer with other reads.
 * @throws for a recording without an answer; `deliveriesOf` gives none for those.
 */
export function deliver(recording: Recording, reads: (answer: Answer) => Uint8Array[]): Delivered {
  const { response } = recording
  if (!response) throw new Error(`\`${recording.name}\` holds no answer to deliver (${recording.end.how})`)
  return {
    status: response.status,
    headers: Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => !staleHeaders.has(name.toLowerCase())),
    ),
    reads: reads(response),
    end: endOf(recording),
  }
}

function endOf(recording: Recording): DeliveryEnd {
  return recording.end.how === 'reset' || recording.end.how === 'premature-end' ? 'reset' : 'clean'
}

export function framingOf(answer: Answer): Framing | undefined {
  return detectFraming(answer.body, answer.headers['content-type'])
}

/** Byte offsets where events end; none where the body is no stream. */
export function bordersOf(answer: Answer): number[] {
  const framing = framingOf(answer)
  return framing ? eventBorders(framing, answer.body) : []
}

/** Whether the answer is a stream of events, not an error body or one JSON value. */
export function isStream(answer: Answer): boolean {
  return answer.status < 400 && framingOf(answer) !== undefined
}
