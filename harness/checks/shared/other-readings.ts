/** What a correct converter may have read instead of the whole delivery. Not here: the reading of all of it (`subject.truth`). */

import type { Reading, WireEvent } from '../../wire/wire.ts'
import type { Subject } from '../check.ts'

/**
 * Reads that may lie unread in a stream's queue when the connection breaks: an error discards the queue
 * (https://streams.spec.whatwg.org/#readable-stream-default-controller-error), and a decoder behind it has one of its own.
 */
const readsLostByReset = 2

/** Lazily, since they are needed only where the first reading gives findings. */
export function* otherReadings(subject: Subject): Generator<Reading> {
  const { wire, events } = subject
  const seen = new Set([events.length])
  for (const fewer of shorterEvents(subject)) {
    if (seen.has(fewer.length)) continue
    seen.add(fewer.length)
    yield wire.readTurn(fewer)
  }
}

function* shorterEvents(subject: Subject): Generator<WireEvent[]> {
  const { events, delivered } = subject
  // A parser that follows the standard drops an event without its blank line, others hand it out:
  // https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
  yield events.filter(({ terminated }) => terminated)
  if (delivered.end !== 'reset') return
  const handed = readsHanded(subject)
  for (let lost = 0; lost <= readsLostByReset; lost++) {
    const bytes = bytesOf(delivered.reads, handed - lost)
    yield events.filter(({ terminated, end }) => terminated && end <= bytes)
  }
}

function readsHanded({ trace, delivered }: Subject): number {
  const handed = trace.marks.reduce((most, { reads }) => Math.max(most, reads), 0)
  return Math.min(handed, delivered.reads.length)
}

/** Bytes of the first `count` reads. */
export function bytesOf(reads: readonly Uint8Array[], count: number): number {
  return reads.slice(0, Math.max(0, count)).reduce((sum, { length }) => sum + length, 0)
}
