/** Failures in no trace that is judged: the case they are of fails after all. Not here: telling whose they are (harness/driver/background.ts). */

import type { Finding } from '../checks/check.ts'
import { ends } from '../checks/ends.ts'
import { noUnhandledRejection } from '../checks/no-unhandled-rejection.ts'
import { backgroundFinding } from '../checks/shared/background.ts'
import type { LateFailure } from '../driver/background.ts'
import { caseId, type CaseName } from '../verdict/case-id.ts'
import type { Result } from '../verdict/result.ts'
import { drawnNumber } from './generated/session.ts'
import { isSelected, type Selection } from './plan.ts'
import { diedFinding } from './untraced.ts'

/** A late failure whose case is known. */
export type CaseFailure = LateFailure & { case: CaseName }

/** By whose they are: of stored cases, of drawn sessions, of none that can be told. */
export type SortedFailures = { stored: CaseFailure[]; drawn: CaseFailure[]; others: LateFailure[] }

export function sortFailures(failures: readonly LateFailure[]): SortedFailures {
  const known = failures.filter((failure): failure is CaseFailure => failure.case !== undefined)
  const isDrawn = (failure: CaseFailure) => drawnNumber(failure.case.recording) !== undefined
  return {
    stored: known.filter((failure) => !isDrawn(failure)),
    drawn: known.filter(isDrawn),
    others: failures.filter((failure) => failure.case === undefined),
  }
}

/** The results of stored cases, those that failed late as fails, before the known-failing lines are held against them. */
export function withLate(
  results: readonly Result[],
  failures: readonly CaseFailure[],
  selection: Selection,
): Result[] {
  if (failures.length === 0) return [...results]
  const amended = new Map(results.map((result) => [result.id, result]))
  for (const failure of failures) {
    const { id, rule } = judged(failure)
    const own = amended.get(id) ?? unjudged(results, failure)
    const isAsked = failure.ended || isSelected({ ...failure.case, rule: rule.id }, selection)
    if (own && isAsked) amended.set(id, failing(own, failure))
  }
  return [...amended.values()]
}

/** Without findings, as the rule would answer for the case; a request case has no answer of it. */
function unjudged(results: readonly Result[], failure: CaseFailure): Result | undefined {
  const { id, rule } = judged(failure)
  const prefix = `${caseId(failure.case)}:`
  const sibling = results.find((result) => result.id.startsWith(prefix))
  if (!sibling) return undefined
  const { shownBy } = sibling
  return {
    ...failure.case,
    id,
    rule: rule.id,
    severity: rule.severity,
    status: 'pass',
    findings: [],
    shownBy,
  }
}

/**
 * The results of drawn sessions: those that failed late come out of what is counted as passed. `hold` holds the known-failing
 * lines against one of them.
 */
export function withLateDrawn(
  results: readonly Result[],
  failures: readonly CaseFailure[],
  hold: (result: Result) => Result,
): Result[] {
  const amended = new Map(results.map((result) => [result.id, result]))
  for (const failure of failures) {
    // As of stored cases: a stream that falls silent is judged by other rules.
    if (!failure.ended && failure.case.delivery.startsWith('stall')) continue
    const { id, rule } = judged(failure)
    const own = amended.get(id) ?? takeCounted(amended, failure, rule.id)
    if (own) amended.set(id, hold(failing({ ...own, ...failure.case, rule: rule.id, id }, failure)))
  }
  return [...amended.values()]
}

/** Takes the session out of the entry that counts it: among those that passed, or, if its process died, those the rule does not judge. */
function takeCounted(
  results: Map<string, Result>,
  { case: { wire, driver }, ended }: CaseFailure,
  rule: string,
): Result | undefined {
  const counted = [...results.values()].filter(
    (result) =>
      result.count !== undefined && result.driver === driver && result.wire === wire && result.rule === rule,
  )
  const found =
    counted.find(({ status }) => status === 'pass') ??
    counted.find(({ status }) => ended && status === 'not-applicable')
  if (!found) return undefined
  const { count = 1, reason: _reason, ...plain } = found
  if (count > 1) results.set(found.id, { ...found, count: count - 1 })
  else results.delete(found.id)
  return plain
}

function judged(failure: CaseFailure) {
  const rule = failure.ended ? ends : noUnhandledRejection
  return { rule, id: caseId({ ...failure.case, rule: rule.id }) }
}

/** A rule that does not judge the case still does not, but for a process that died. */
function failing(result: Result, failure: CaseFailure): Result {
  const finding = findingOf(failure)
  const isTold = result.findings.some(
    ({ got, message }) => got === finding.got && message === finding.message,
  )
  const findings = isTold ? result.findings : [...result.findings, finding]
  if (failure.ended) {
    const { excuse: _excuse, reason: _reason, ...plain } = result
    return { ...plain, status: 'fail', findings, beyondExcuse: true }
  }
  switch (result.status) {
    case 'pass':
    case 'fail':
      return { ...result, status: 'fail', findings }
    case 'stale':
    case 'known-fail':
      return { ...result, status: 'known-fail', findings }
    default:
      return result
  }
}

function findingOf({ ended, message }: CaseFailure): Finding {
  if (ended) return diedFinding(message)
  const { message: what, ...finding } = backgroundFinding(message)
  return { message: `${what}, behind the end of the run or in a further run of the case`, ...finding }
}

/**
 * What is left to tell of failures of no case, each once. A driver that fails in a trial, and in its cases too, has been told;
 * one that does so in the trial alone has started something there that goes on.
 */
export function strayTexts(failures: readonly LateFailure[], results: readonly Result[]): string[] {
  const strays = failures.filter((failure) => !isToldByCase(failure, results))
  const texts = Map.groupBy(
    strays,
    ({ trial, message }) => `${trial === undefined ? '' : `@${trial} `}${message}`,
  )
  return [...texts].map(([text, each]) => (each.length === 1 ? text : `${text} (${each.length} times)`))
}

function isToldByCase({ trial, ended }: LateFailure, results: readonly Result[]): boolean {
  const rule = ended ? ends.id : noUnhandledRejection.id
  return results.some(
    (result) =>
      trial !== undefined &&
      result.driver === trial &&
      result.rule === rule &&
      (result.status === 'fail' || result.status === 'known-fail'),
  )
}
