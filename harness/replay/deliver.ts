/** What all deliveries share: an answer's status and headers, its framing, and how its body ends. */

import type { Recording } from '../recording/format.ts'
import { detectFraming, eventBorders } from '../wire/framing/framing.ts'
import type { Framing } from '../wire/wire.ts'
import { connectionFailureOf, type ConnectionFailureName } from './connection-failure.ts'
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

/** The recorded answer with other reads; where there is none, the connection that failed before it. */
export function deliver(recording: Recording, reads: (answer: Answer) => Uint8Array[]): Delivered {
  const { response } = recording
  const failure = connectionFailureOf(recording.end)
  if (!response) return noAnswer(failure ?? 'closed')
  return {
    status: response.status,
    headers: Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => !staleHeaders.has(name.toLowerCase())),
    ),
    reads: reads(response),
    end: endOf(recording),
    ...(failure === undefined ? {} : { failure }),
  }
}

function noAnswer(failure: ConnectionFailureName): Delivered {
  return { status: 0, headers: {}, reads: [], end: failure === 'silence' ? 'stall' : 'reset', failure }
}

function endOf(recording: Recording): DeliveryEnd {
  return recording.end.how === 'reset' || recording.end.how === 'premature-end' ? 'reset' : 'clean'
}

export function framingOf(answer: Answer): Framing | undefined {
  return detectFraming(answer.body, answer.headers['content-type'])
}

/** Many deliveries are made from one answer, which nobody changes. */
const bordersByAnswer = new WeakMap<Answer, readonly number[]>()

/** Byte offsets where events end; none where the body is no stream. */
export function bordersOf(answer: Answer): readonly number[] {
  const known = bordersByAnswer.get(answer)
  if (known) return known
  const framing = framingOf(answer)
  const borders = framing ? eventBorders(framing, answer.body) : []
  bordersByAnswer.set(answer, borders)
  return borders
}

/** Whether the answer is a stream of events, not an error body or one JSON value. */
export function isStream(answer: Answer): boolean {
  return answer.status < 400 && framingOf(answer) !== undefined
}
