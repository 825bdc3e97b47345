/** One case from recording to answers: deliver, convert, read the truth, check. */

import { checks } from '../checks/checks.ts'
import { incremental } from '../checks/incremental.ts'
import type { Check, RuleAnswer, Subject, Told } from '../checks/check.ts'
import { runDriver, type RunInput } from '../driver/run-driver.ts'
import type { Driver } from '../driver/driver.ts'
import { guarded } from '../driver/guarded.ts'
import { stackOf } from '../driver/thrown.ts'
import type { Delivered } from '../replay/delivery.ts'
import { assemble, type AssembledTrace } from '../trace/assemble.ts'
import type { Trace } from '../trace/trace.ts'
import { wireOf } from '../wire/wires.ts'
import { liveObjectsOf } from './generated/session.ts'
import { historyOf, type HistoryProbes } from './history.ts'
import { withImpossible } from './impossible.ts'
import type { PlannedCase } from './plan.ts'
import { Played } from './played.ts'
import { probeBeside, probeBody, type Probes } from './probes.ts'
import type { Truth } from './truth.ts'

export type CaseRun = {
  case: PlannedCase
  truth: Truth
  trace: Trace
  assembled: AssembledTrace
  answers: RuleAnswer[]
}

export type CaseOptions = Pick<RunInput, 'limits' | 'transport' | 'hasty'> & {
  /** The trace of the same recording as recorded, which the invariants compare with. */
  reference?: Told
  /** The further runs some rules need once per recording: `beside`, what to run beside it; without, no such run. */
  probes?: { beside?: Delivered }
  /** The deliveries of the recording, where other cases meet them too. */
  played?: Played
}

/** Runs one case. Never throws: a converter's fault is a finding, a rule's own fault is `broken`. */
export async function runCase(planned: PlannedCase, options: CaseOptions = {}): Promise<CaseRun> {
  const { recording, delivery } = planned
  const wire = wireOf(planned.wire)
  const played = options.played ?? new Played(recording, planned.wire)
  const delivered = played.delivered(delivery)
  const truth = played.truth(delivery)
  const live = planned.session && liveObjectsOf(planned.session, delivery)
  const { hasty = true } = options
  const input = { wire: wire.name, delivered, hasty, ...(live && { live }), ...pickRunOptions(options) }
  const trace = await runDriver(planned.driver, input)
  const driver = guarded(planned.driver, trace.driverFaults)
  const assembled = assemble(trace)
  const alone: Subject = {
    wire,
    driver,
    capabilities: driver.capabilitiesFor(wire.name),
    delivery,
    delivered,
    events: truth.events,
    truth: truth.reading,
    trace,
    assembled,
    ...(options.reference ? { reference: options.reference } : {}),
  }
  const subject = options.probes
    ? { ...alone, ...(await probe(planned.driver, driver, alone, input, options.probes)) }
    : alone
  if (hasty && seemsHeldBack(subject)) return runCase(planned, { ...options, hasty: false })
  const said = checks.map((rule) => answer(rule, subject))
  const answers = withImpossible(planned.name, planned.driver, said)
  return { case: planned, truth, trace, assembled, answers }
}

/** `safe`: the same driver, guarded. */
async function probe(
  driver: Driver,
  safe: Driver,
  subject: Subject,
  input: RunInput,
  { beside }: NonNullable<CaseOptions['probes']>,
): Promise<Probes & HistoryProbes> {
  const { trace, assembled } = subject
  const { turn } = subject.truth
  return {
    ...(beside && (await probeBeside(driver, input, beside, subject))),
    ...(await probeBody(driver, input, turn)),
    ...(await historyOf(safe, input.wire, turn, { trace, assembled }, pickRunOptions(input))),
  }
}

/** A converter with a timer of its own is given the time it may need. */
function seemsHeldBack(subject: Subject): boolean {
  if (subject.delivered.end !== 'stall') return false
  const said = incremental.check(subject)
  return 'findings' in said && said.findings.length > 0
}

function pickRunOptions({ limits, transport }: CaseOptions) {
  return { ...(limits ? { limits } : {}), ...(transport ? { transport } : {}) }
}

function answer(rule: Check, subject: Subject): RuleAnswer {
  try {
    return { rule, answer: rule.check(subject) }
  } catch (error) {
    return { rule, answer: { broken: stackOf(error) } }
  }
}
