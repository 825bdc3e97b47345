/** A situation: a named, hand-written turn in one spelling, and the reads that say it. Not here: the catalogues (each wire's situations.ts), playing them (harness/suite/situations.ts). */

import type { Turn } from '../turn/turn.ts'
import { encode } from './framing/framing.ts'
import { frameAs, type SseManner } from './framing/sse-manners.ts'
import type { EventDraft, Wire, WireWriter } from './wire.ts'

export type Situation = {
  /** Slug, unique in its wire and for ever: it is a part of case ids. */
  id: string
  /** `legal`: the wire's documents allow it. `dialect`: seen in the wild, or broken on purpose. */
  status: 'legal' | 'dialect'
  title: string
  /** URL of the public report or of the wire's document. */
  source: string
  /** What any correct converter says, one sentence. */
  must: string
  /** What the provider said. With `events` it is the whole truth as written by hand, else `normalise` adds what every stream has. */
  turn: Turn
  /** Ids of spellings, at most one of a group. */
  spellings?: readonly string[]
  /** Lengths of successive deltas, as in `WriteChoice`. */
  fragments?: readonly number[]
  /** The events themselves, for a stream that no writer says. */
  events?: readonly EventDraft[]
  /** How the events stand in server-sent events; default: plainly. */
  manner?: SseManner
  /** The stream ends behind the last event that has this text. */
  until?: string
  /** An event of which only the first half came. */
  half?: EventDraft
  /** Text behind the last event that is none. */
  tail?: string
  /** The connection breaks instead of ending. */
  end?: 'reset'
  /** Deliveries that it is about, which every run plays: `between-cr-lf`. */
  deliveries?: readonly string[]
}

/** The situation's turn as its stream says it. */
export function turnOf({ turn, events }: Situation, { normalise }: Pick<WireWriter, 'normalise'>): Turn {
  return events === undefined ? normalise(turn) : turn
}

/** The bytes of a situation, one entry a read: each event as it is sent. */
export function readsOf(situation: Situation, wire: Wire, writer: WireWriter): Uint8Array[] {
  const { manner, half, tail } = situation
  const framing = wire.framings[0] ?? 'sse'
  const reads = encode(framing, eventsOf(situation, writer))
  const lost = half === undefined ? [] : encode(framing, [half]).map(firstHalf)
  const rest = tail === undefined ? [] : [new TextEncoder().encode(tail)]
  return [...(manner === undefined ? reads : frameAs(manner, reads)), ...lost, ...rest]
}

function eventsOf(situation: Situation, writer: WireWriter): readonly EventDraft[] {
  const { turn, events, spellings = [], fragments = [], until } = situation
  const all = events ?? writer.writeTurn(writer.normalise(turn), { spellings, fragments })
  return until === undefined ? all : all.slice(0, all.findLastIndex(({ data }) => data.includes(until)) + 1)
}

function firstHalf(event: Uint8Array): Uint8Array {
  return event.subarray(0, Math.floor(event.length / 2))
}
