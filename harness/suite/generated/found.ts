/** A drawn session that failed, named by its numbers: drawing it again, and making it small. Not here: how (shrink.ts). */

import { ofOwner } from '../../driver/background.ts'
import { defaultLimits } from '../../driver/run-driver.ts'
import type { Status } from '../../verdict/result.ts'
import type { WireName } from '../../wire/wire.ts'
import { isUnended, judgeSession, type BlockSettings } from './block.ts'
import { plannedSession, prepareSession, runSession } from './case.ts'
import { drawSessions, type DrawnSession, type Session } from './session.ts'
import { namedSession, shrinkSession } from './shrink.ts'

/** The rule that a driver broke in the session of that number, and the status of the result. */
export type FoundFailure = { wire: WireName; number: number; driver: string; rule: string; status: Status }

/** Runs that do not end, until shrinking stops. */
const mostUnended = 4
/** Milliseconds; a converter that answers at all answers sooner, and the first run waited longer. */
const hangMsWhileShrinking = 1_000

/** The smallest session found that shows the same. */
export async function shrinkFound(found: FoundFailure, settings: BlockSettings): Promise<Session> {
  const { seed, range, onStart } = settings
  const { number, rule, status } = found
  const given = settings.run?.limits ?? defaultLimits
  const run = {
    ...settings.run,
    limits: { ...given, hangMs: Math.min(given.hangMs, hangMsWhileShrinking) },
  }
  const driver = driverOf(found, settings)
  let left = mostUnended
  const shows = async (smaller: Session | DrawnSession): Promise<boolean> => {
    if (left === 0) return false
    onStart?.(number, driver.name)
    const prepared = prepareSession(smaller, 'shrunk')
    const tried = await ofOwner({ trial: driver.name }, () =>
      runSession(prepared, plannedSession(prepared, driver), run),
    )
    if (isUnended(tried)) left -= 1
    return judgeSession(tried, settings).some((other) => other.rule === rule && other.status === status)
  }
  return shrinkSession({ session: drawn(found, settings), seed, number }, range, driver, shows)
}

/** What it takes to draw a session again. */
export type DrawnFrom = Pick<BlockSettings, 'drivers' | 'seed' | 'range'>

/** The session as it was drawn, where nothing can be tried on it. */
export function foundAsDrawn(found: FoundFailure, settings: DrawnFrom): Session {
  return namedSession(drawn(found, settings), driverOf(found, settings))
}

function drawn({ wire, number }: FoundFailure, { seed, range }: DrawnFrom): DrawnSession {
  const [session] = drawSessions(wire, range, seed, number, number + 1)
  if (!session) throw new Error(`there is no session ${number} of ${wire}`)
  return session
}

function driverOf({ driver: name }: FoundFailure, { drivers }: DrawnFrom) {
  const driver = drivers.find((each) => each.name === name)
  if (!driver) throw new Error(`there is no driver \`${name}\``)
  return driver
}
