/** Makes a failing session small: the smallest turn, the plainest spelling and delivery that still break the rule. Not here: the steps it tries (simpler.ts). */

import * as fc from 'fast-check'
import type { Driver } from '../../driver/driver.ts'
import type { SpellingRange } from '../../turn/arbitrary.ts'
import type { WireName } from '../../wire/wire.ts'
import { writerOf } from '../../wire/wires.ts'
import { deliveryOf, drawnSessions, placeOf, recordingOfTurn } from './session.ts'
import type { DrawnSession, Session } from './session.ts'
import { simplerSessions } from './simpler.ts'

/** Tells whether a session still shows the fault. */
export type Shows = (session: Session | DrawnSession) => Promise<boolean>

/** Runs of the converter spent on one fault. Counted, not timed, so that the same fault gives the same session everywhere. */
export const shrinkLimits = { drawn: 150, simpler: 600 }

export type Found = { session: DrawnSession; seed: number; number: number }

/** The smallest session found that still shows the fault. */
export async function shrinkSession(
  found: Found,
  range: SpellingRange,
  driver: Driver,
  shows: Shows,
): Promise<Session> {
  const plainest = plainestSession(found.session.wire)
  if (await shows(plainest)) return plainest
  const drawn = await shrinkDrawn(found, range, shows)
  return simplify(namedSession(drawn, driver), shows)
}

/** Nothing said, and said well: what breaks every session breaks this one. */
function plainestSession(wire: WireName): Session {
  const writer = writerOf(wire)
  const [finish] = writer.shape.finishes
  const turn = writer.normalise({ blocks: [], ...(finish && { finish }), meta: {}, state: 'closed' })
  return { wire, turn, choice: { spellings: [], fragments: [] }, delivery: 'as-recorded' }
}

/** fast-check's own shrinking, which knows how each value was drawn. */
async function shrinkDrawn({ session, seed, number }: Found, range: SpellingRange, shows: Shows) {
  let left = shrinkLimits.drawn
  const property = fc.asyncProperty(drawnSessions(session.wire, range), async (smaller) => {
    left -= 1
    return left < 0 || !(await shows(smaller))
  })
  const { counterexample } = await fc.check(property, { ...placeOf(seed, number), numRuns: 1 })
  return counterexample?.[0] ?? session
}

/** With the name of its delivery, as a witness has it. */
export function namedSession(session: DrawnSession, driver: Driver): Session {
  const delivery = deliveryOf(session, recordingOfTurn(session, 'shrunk'), driver.level)
  return { ...session, delivery: delivery.name }
}

/**
 * Takes the first simpler session that shows the fault, again and again: from wherever it starts, it ends alike. None is
 * tried twice, so it ends although a wire may fill in again what was taken away.
 */
async function simplify(session: Session, shows: Shows): Promise<Session> {
  const tried = new Set([JSON.stringify(session)])
  let left = shrinkLimits.simpler
  const showsToo = async (simpler: Session): Promise<boolean> => {
    const text = JSON.stringify(simpler)
    if (tried.has(text)) return false
    tried.add(text)
    left -= 1
    return left >= 0 && (await shows(simpler))
  }
  let current = session
  for (;;) {
    const next = await firstThat(simplerSessions(current), showsToo)
    if (!next) return current
    current = next
  }
}

async function firstThat<T>(
  items: Iterable<T>,
  holds: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item
  return undefined
}
