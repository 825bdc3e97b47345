/** What the readers of all wires do alike at the end: blocks and their evidence become a reading, an event that cannot be read a damage. Not here: reading events (each wire's read-turn.ts). */

import type { Failure } from '../turn/failure.ts'
import type { FinishReason, Turn, TurnBlock, TurnFinish, TurnState } from '../turn/turn.ts'
import type { BlockEvidence, Damage, Reading, WireEvent } from './wire.ts'

export type BlockEntry = { block: TurnBlock; evidence: BlockEvidence }

type Read = {
  entries: readonly BlockEntry[]
  usage?: Turn['usage'] | undefined
  finish?: TurnFinish | undefined
  meta: Turn['meta']
  state: TurnState
  finishEvent?: number | undefined
  terminatorEvent?: number | undefined
  damage?: Damage | undefined
}

/** Leaves out what was not said. */
export function readingOf(read: Read): Reading {
  const { entries, usage, finish, meta, state, finishEvent, terminatorEvent, damage } = read
  return {
    turn: {
      blocks: entries.map(({ block }) => block),
      ...(usage === undefined ? {} : { usage }),
      ...(finish === undefined ? {} : { finish }),
      meta,
      state,
    },
    evidence: entries.map(({ evidence }) => evidence),
    ...(finishEvent === undefined ? {} : { finishEvent }),
    ...(terminatorEvent === undefined ? {} : { terminatorEvent }),
    ...(damage === undefined ? {} : { damage }),
  }
}

/** A last event without its end is how a cut looks, not a failure that anybody reported. */
export function damageAt(event: WireEvent, reason: string): { damage: Damage; failure?: Failure } {
  const damage = { event: event.index, start: event.start, end: event.end, reason }
  if (!event.terminated) return { damage }
  const message = `Event ${event.index} of the stream cannot be read: ${reason}.`
  return { damage, failure: { code: 'TRANSPORT', message, raw: event.data } }
}

export function noteDamage(
  answer: { damage?: Damage; failure?: Failure },
  event: WireEvent,
  reason: string,
): void {
  Object.assign(answer, damageAt(event, reason))
}

/** How an answer ends on a wire that sends a stop reason and, behind it, a terminator. */
type Stop = { stopReason?: string; terminatorEvent?: number; failure?: Failure; damage?: Damage }

/** A failure behind the finish stands beside it: a converter may have reported the finish already. */
export function finishOfStop(
  { stopReason, failure }: Stop,
  reasonOf: (raw: string) => FinishReason,
): TurnFinish | undefined {
  if (stopReason !== undefined)
    return { reason: reasonOf(stopReason), raw: stopReason, ...(failure === undefined ? {} : { failure }) }
  return failure === undefined ? undefined : { reason: 'error', failure }
}

/** The provider ends the stream after an error: nothing is missing then. */
export function stateOfStop({ terminatorEvent, failure, damage, stopReason }: Stop): TurnState {
  if (failure !== undefined && damage === undefined) return 'closed'
  if (stopReason !== undefined && terminatorEvent !== undefined) return 'closed'
  return stopReason !== undefined || terminatorEvent !== undefined ? 'answered' : 'open'
}
