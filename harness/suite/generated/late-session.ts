/** What known-failing lines need to know of a drawn session, by its name: it is drawn again. */

import type { Driver } from '../../driver/driver.ts'
import type { SpellingRange } from '../../turn/arbitrary.ts'
import type { CaseName } from '../../verdict/case-id.ts'
import type { WireName } from '../../wire/wire.ts'
import { factsOf } from '../trigger-lines.ts'
import type { SessionFacts } from '../triggers.ts'
import { plannedSession, prepareSession } from './case.ts'
import { drawnNumber, drawSessions } from './session.ts'

export type Draw = { drivers: readonly Driver[]; seed: number; range: SpellingRange }

export function factsOfDrawn(name: CaseName, { drivers, seed, range }: Draw): SessionFacts | undefined {
  const number = drawnNumber(name.recording)
  const driver = drivers.find((each) => each.name === name.driver)
  if (number === undefined || driver === undefined) return undefined
  const [session] = drawSessions(name.wire as WireName, range, seed, number, number + 1)
  return session && factsOf(plannedSession(prepareSession(session, name.recording), driver))
}
