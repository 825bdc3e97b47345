/** Places of findings: a part of the trace, a wire event with its bytes. */

import type { Place, Subject } from '../check.ts'

type Events = Pick<Subject, 'events' | 'truth'>

/** A wire event, with its bytes, and a part where one is known. */
export function eventPlace({ events }: Pick<Subject, 'events'>, event?: number, part?: number): Place {
  const found = event === undefined ? undefined : events.find(({ index }) => index === event)
  return {
    ...(part === undefined ? {} : { part }),
    ...(event === undefined ? {} : { event }),
    ...(found === undefined ? {} : { bytes: [found.start, found.end] }),
  }
}

/** The events that speak of a block of the turn: the first one, and the bytes from it to the last. */
export function blockPlace(subject: Events, at: number, part?: number): Place {
  const own = subject.truth.evidence[at]
  if (own === undefined) return part === undefined ? {} : { part }
  const place = eventPlace(subject, own.firstEvent, part)
  const last = subject.events.find(({ index }) => index === own.lastEvent)
  return place.bytes === undefined || last === undefined
    ? place
    : { ...place, bytes: [place.bytes[0], last.end] }
}

/** The event that ended the turn: its finish or error, or the last one where it was cut. */
export function endPlace(subject: Events, part?: number): Place {
  const { damage, finishEvent } = subject.truth
  return eventPlace(subject, damage?.event ?? finishEvent ?? subject.events.at(-1)?.index, part)
}
