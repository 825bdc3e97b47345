/** The contract of a rule: what it is given, what it answers. Not here: the rules (one file each, named by their id), their list (checks.ts). */

import type { Driver } from '../driver/driver.ts'
import type { Capabilities } from '../driver/driver.ts'
import type { Delivered, DeliveryKind } from '../replay/delivery.ts'
import type { AssembledTrace } from '../trace/assemble.ts'
import type { Trace } from '../trace/trace.ts'
import type { NeutralRequest } from '../turn/request.ts'
import type { Reading, RequestReading, Wire, WireEvent } from '../wire/wire.ts'

/** Everything a rule may look at: the truth, what was delivered, and what came out. */
export type Subject = {
  wire: Wire
  driver: Pick<Driver, 'name' | 'level' | 'mapId'>
  capabilities: Capabilities
  delivery: { name: string; kind: DeliveryKind }
  /** What was really handed to the converter. */
  delivered: Delivered
  /** The events of the delivered bytes. */
  events: readonly WireEvent[]
  /** What the provider said in the delivered bytes; for an HTTP error a turn that failed. */
  truth: Reading
  trace: Trace
  assembled: AssembledTrace
  /** The trace of the same recording as recorded: present for rechunk and noise deliveries. */
  reference?: Told
  /** The trace of a second run of the same delivery: present once per recording. */
  again?: Told
  /** The trace of the same delivery while another stream ran: present once per recording. */
  beside?: Told
  /** That other stream's own trace, beside this one and alone: present with `beside`. */
  neighbour?: { beside: Told; alone: Told }
  /** What the driver made of the non-streamed answer that says the same turn: present once per written recording. */
  body?: Told
  /** A request of the suite's catalogue: present for its cases only. */
  request?: MadeRequest
  /** The turn given back as history: present once per recording, where it can be. */
  history?: MadeRequest
  /** The same with the driver's `replayState`. */
  replay?: MadeRequest
}

/** `notMade`: why the driver cannot be asked for requests. */
export type MadeRequest = RequestSubject | { notMade: string }

/** A request that was asked for, and what the wire's reader found in the one that was made; or why none was. */
export type RequestSubject = { asked: NeutralRequest; sent?: RequestReading; refused?: string }

/** A trace and its blocks. */
export type Told = { trace: Trace; assembled: AssembledTrace }

/** Where it shows: index of a part, of a wire event, a half-open byte range of the delivered body. */
export type Place = { part?: number; event?: number; bytes?: readonly [number, number] }

/** One violation, as data. */
export type Finding = { message: string; place?: Place; expected?: unknown; got?: unknown }

export type Severity = 'must' | 'should'

/** `notApplicable` names what is missing; it is counted and never a pass. */
export type CheckAnswer = { findings: readonly Finding[] } | { notApplicable: string }

/** An answer that a driver's declaration took the place of. */
export type DeclaredImpossible = {
  notApplicable: string
  impossible: { pattern: string; missing: string; source: string }
}

export type Check = {
  /** The file's name. */
  id: string
  severity: Severity
  /** The sentence the rule rests on. */
  law: string
  /** The cases it judges, and the capabilities that decide. What is missing is the reason of not applicable. */
  needs: string
  /** A public document, SDK type or report. */
  source: string
  check(subject: Subject): CheckAnswer
}

/**
 * What one rule said of one case. `broken`: the rule itself threw, which is the suite's fault. `beyondExcuse`: the case had
 * no trace to judge, since its process died or it was not run at all, which nobody can have meant by a known-failing line.
 */
export type RuleAnswer = {
  rule: Pick<Check, 'id' | 'severity'>
  answer: CheckAnswer | { beyondExcuse: Finding } | DeclaredImpossible | { broken: string }
}
