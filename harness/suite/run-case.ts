/** One case from recording to answers: deliver, convert, read the truth, check. */

import { checks } from '../checks/checks.ts'
import { incremental } from '../checks/incremental.ts'
import type { Check, RuleAnswer, Subject, Told } from '../checks/check.ts'
import { runDriver, type RunInput } from '../driver/run-driver.ts'
import type { Delivered } from '../replay/delivery.ts'
import { assemble, type AssembledTrace } from '../trace/assemble.ts'
import type { Trace } from '../trace/trace.ts'
import { wireOf } from '../wire/wires.ts'
import { liveObjectsOf } from './generated-session.ts'
import { historyOf } from './history.ts'
import { withImpossible } from './impossible.ts'
import type { PlannedCase } from './plan.ts'
import { probe } from './probes.ts'
import { readDelivered, type Truth } from './truth.ts'

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
  /** Runs the further runs some rules need, this delivery beside the case's. */
  probeBeside?: Delivered
  /** The truth of the delivery, where it was read before. */
  readTruth?: (planned: PlannedCase, delivered: Delivered) => Truth
}

/** Runs one case. Never throws: a converter's fault is a finding, a rule's own fault is `broken`. */
export async function runCase(planned: PlannedCase, options: CaseOptions = {}): Promise<CaseRun> {
  const { driver, recording, delivery } = planned
  const wire = wireOf(planned.wire)
  const delivered = delivery.apply(recording)
  const truth = options.readTruth?.(planned, delivered) ?? readDelivered(wire, delivered)
  const live = planned.session && liveObjectsOf(planned.session, delivery)
  const { hasty = true } = options
  const input = { wire: wire.name, delivered, hasty, ...(live && { live }), ...pickRunOptions(options) }
  const trace = await runDriver(driver, input)
  const assembled = assemble(trace)
  const { turn } = truth.reading
  const probes = options.probeBeside && {
    ...(await probe(driver, input, options.probeBeside, turn)),
    ...(await historyOf(driver, wire.name, turn, { trace, assembled }, pickRunOptions(options))),
  }
  const subject: Subject = {
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
    ...probes,
  }
  if (hasty && seemsHeldBack(subject)) return runCase(planned, { ...options, hasty: false })
  const said = checks.map((rule) => answer(rule, subject))
  const answers = withImpossible(planned.name, driver, said)
  return { case: planned, truth, trace, assembled, answers }
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
    return {
      rule,
      answer: { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    }
  }
}
