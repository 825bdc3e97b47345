/** Runs one generated session through a converter. Not here: drawing sessions (session.ts), what becomes of the answers (run-generated.ts). */

import type { Told } from '../../checks/check.ts'
import { runDriver, type RunInput } from '../../driver/run-driver.ts'
import type { Driver } from '../../driver/driver.ts'
import type { Recording } from '../../recording/format.ts'
import type { Delivered } from '../../replay/delivery.ts'
import { asRecorded, perEvent } from '../../replay/rechunk.ts'
import { assemble } from '../../trace/assemble.ts'
import type { CaseName } from '../../verdict/case-id.ts'
import type { WireName } from '../../wire/wire.ts'
import { deliveryOf, liveObjectsOf, recordingOfTurn, type DrawnSession, type Session } from './session.ts'
import { neighbourOn } from './neighbour.ts'
import type { PlannedCase } from '../plan.ts'
import { Played } from '../played.ts'
import { runCase, type CaseRun } from '../run-case.ts'

/** A session with its bytes and their reading, made once for all converters that meet it. */
export type PreparedSession = {
  session: Session | DrawnSession
  recording: Recording
  played: Played
}

export function prepareSession(session: Session | DrawnSession, name: string): PreparedSession {
  const recording = recordingOfTurn(session, name)
  return { session, recording, played: new Played(recording, session.wire) }
}

/** The case that a prepared session is for one driver. */
export function plannedSession({ session, recording }: PreparedSession, driver: Driver): PlannedCase {
  const { wire } = session
  const delivery = deliveryOf(session, recording, driver.level)
  const name: CaseName = { wire, recording: recording.name, delivery: delivery.name, driver: driver.name }
  return { name, wire, driver, recording, delivery, shipped: false, session }
}

export type SessionOptions = Pick<RunInput, 'limits' | 'transport'>

/** Runs a session; with a second run as recorded where a rule compares with it, and further ones where the delivery is that. */
export async function runSession(
  prepared: PreparedSession,
  planned: PlannedCase,
  options: SessionOptions = {},
): Promise<CaseRun> {
  const { played } = prepared
  const { kind, name } = planned.delivery
  if (name === asRecorded.name) {
    return runCase(planned, { ...options, played, probes: { beside: besideOf(planned.wire) } })
  }
  const isCompared = kind === 'rechunk' || kind === 'noise'
  const reference = isCompared ? { reference: await convertAsRecorded(planned, prepared, options) } : {}
  return runCase(planned, { ...options, played, ...reference })
}

async function convertAsRecorded(
  { driver, wire }: PlannedCase,
  { session, played }: PreparedSession,
  options: SessionOptions,
): Promise<Told> {
  const live = liveObjectsOf(session, asRecorded)
  const delivered = played.delivered(asRecorded)
  const trace = await runDriver(driver, { wire, delivered, ...(live && { live }), ...options })
  return { trace, assembled: assemble(trace) }
}

const besides = new Map<WireName, Delivered>()

/** Always the same one: it is framed once. */
function besideOf(wire: WireName): Delivered {
  const known = besides.get(wire) ?? perEvent.apply(neighbourOn(wire))
  besides.set(wire, known)
  return known
}
