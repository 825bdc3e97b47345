/** Which cases a run has: drivers x recordings of their wires x deliveries, inside the selection. */

import type { Driver } from '../driver/driver.ts'
import { connectionFailureOf, servedFailures } from '../replay/connection-failure.ts'
import { isStream } from '../replay/deliver.ts'
import { deliveriesOf } from '../replay/deliveries.ts'
import { asRecorded, perByte } from '../replay/rechunk.ts'
import type { Delivery } from '../replay/delivery.ts'
import { isWholeAnswer } from '../recording/asked-whole.ts'
import type { Recording } from '../recording/format.ts'
import type { NeutralRequest } from '../turn/request.ts'
import type { WireName } from '../wire/wire.ts'
import { wireOf } from '../wire/wires.ts'
import { neighbourOn } from './generated/neighbour.ts'
import { fitsLevel, perByteLimit } from './delivery-limits.ts'
import { deliveryNamed } from './generated/delivery.ts'
import type { WrittenTurn } from './generated/session.ts'
import type { Witness } from './witness.ts'
import type { CaseName, CasePattern } from '../verdict/case-id.ts'

/** Recordings from one place. `shipped`: part of this package, with goldens that must exist. */
export type Source = {
  label: string
  shipped: boolean
  recordings: readonly Recording[]
  /** What those of them show that are witnesses. */
  witnesses?: ReadonlyMap<Recording, Witness>
  /** What those of them ask for that are the answers to requests of the catalogue. */
  requests?: ReadonlyMap<Recording, NeutralRequest>
  /** Deliveries that a recording is about: a brief run has them too. */
  about?: ReadonlyMap<Recording, readonly string[]>
  /** Its recordings are not run beside one another, which a brief run has time for elsewhere only. */
  alone?: boolean
  /** Which of its deliveries a recording meets; default: all. */
  pick?: (recording: Recording, deliveries: readonly Delivery[]) => Delivery[]
}

export type Selection = {
  /** Case patterns, any of which may match; none selects everything. */
  cases: readonly CasePattern[]
  /** Driver names; none selects all. */
  drivers: readonly string[]
}

export type PlannedCase = {
  name: CaseName
  wire: WireName
  driver: Driver
  recording: Recording
  delivery: Delivery
  shipped: boolean
  /** What was written, where the recording is a generated session. */
  session?: WrittenTurn
  /** The request to make, where the case is about that and not about the answer. */
  asked?: NeutralRequest
}

/** The selected cases of one driver over one recording, `as-recorded` first where it is among them. */
export type CaseGroup = {
  driver: Driver
  wire: WireName
  cases: PlannedCase[]
  /** Another recording of the same source and wire, to run beside these; absent where the source does without. */
  neighbour?: Recording
}

/** Plans a run, recording by recording: what its deliveries hold is then made once for all drivers. Groups without a selected case are left out. */
export function planCases(
  drivers: readonly Driver[],
  sources: readonly Source[],
  selection: Selection,
): CaseGroup[] {
  const chosen = drivers.filter(
    (driver) => selection.drivers.length === 0 || selection.drivers.includes(driver.name),
  )
  return sources.flatMap((source) =>
    source.recordings.flatMap((recording, at) => groupsOf(chosen, source, recording, at, selection)),
  )
}

/** The groups of the recording at that place of the source. */
function groupsOf(
  drivers: readonly Driver[],
  source: Source,
  recording: Recording,
  at: number,
  selection: Selection,
): CaseGroup[] {
  const { wire } = recording
  if (isWholeAnswer(recording)) return []
  const speaking = drivers.filter(({ wires }) => wire !== undefined && wires.includes(wire))
  if (wire === undefined || speaking.length === 0) return []
  const witness = source.witnesses?.get(recording)
  const asked = source.requests?.get(recording)
  const all = witness ? [] : deliveriesOf(recording, wireOf(wire))
  return speaking.flatMap((driver) => {
    const deliveries = witness
      ? deliveriesOfWitness(witness, driver, recording)
      : pickOf(source)(recording, deliveriesFor(driver, recording, wire, all))
    const about = {
      shipped: source.shipped,
      ...(witness ? { session: witness.session } : {}),
      ...(asked ? { asked } : {}),
    }
    const cases = deliveries
      .map((delivery) => {
        const name = { wire, recording: recording.name, delivery: delivery.name, driver: driver.name }
        return { name, wire, driver, recording, delivery, ...about }
      })
      .filter(({ name }) => isSelected(name, selection))
    if (cases.length === 0) return []
    if (source.alone) return [{ driver, wire, cases }]
    const neighbour = witness ? neighbourOn(wire) : neighbourOf(source.recordings, at)
    return [{ driver, wire, cases, neighbour }]
  })
}

/** The next recording of the same wire that is a stream, round the list; the recording itself where it is the only one. */
function neighbourOf(recordings: readonly Recording[], at: number): Recording {
  const own = recordings[at]
  const others = [...recordings.slice(at + 1), ...recordings.slice(0, at)]
  const found = others.find(({ wire, response }) => wire === own?.wire && response && isStream(response))
  return found ?? (own as Recording)
}

/** Whether a case, or with its rule a result, was asked for. */
export function isSelected(name: CaseName, selection: Selection): boolean {
  return selection.cases.length === 0 || selection.cases.some((pattern) => pattern.matches(name))
}

/** As recorded, and as it fails. */
function deliveriesOfWitness({ session }: Witness, { level }: Driver, recording: Recording): Delivery[] {
  const own = deliveryNamed(session.delivery, recording, wireOf(session.wire))
  const isOwn = own !== undefined && own.name !== asRecorded.name && fitsLevel(own, level)
  return isOwn ? [asRecorded, own] : [asRecorded]
}

function pickOf({ pick }: Source): NonNullable<Source['pick']> {
  return pick ?? ((_recording, deliveries) => [...deliveries])
}

/** At level `events` the harness does the framing, so other borders say nothing, and neither does an HTTP error. */
function deliveriesFor(
  driver: Driver,
  recording: Recording,
  wire: WireName,
  all: readonly Delivery[],
): Delivery[] {
  const { response } = recording
  if (!response) return meetsFailure(driver, recording, wire) ? [asRecorded] : []
  if (driver.level === 'events' && response.status >= 400) return []
  const isQuick = response.body.length <= perByteLimit
  return all.filter(
    (delivery) => fitsLevel(delivery, driver.level) && (isQuick || delivery.name !== perByte.name),
  )
}

/** Only a converter that makes its own request meets a connection that fails before an answer; a server can cause few of them. */
function meetsFailure(driver: Driver, { end }: Recording, wire: WireName): boolean {
  const failure = connectionFailureOf(end)
  if (driver.level !== 'http' || failure === undefined) return false
  return !driver.serverWires.includes(wire) || servedFailures.has(failure)
}
