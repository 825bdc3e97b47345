/** Failures that came when the case they are of had been judged: it fails after all. Not here: telling whose they are (harness/driver/background.ts). */

import type { Finding } from '../checks/check.ts'
import { noUnhandledRejection } from '../checks/no-unhandled-rejection.ts'
import { ends } from '../checks/ends.ts'
import { backgroundFinding } from '../checks/shared/background.ts'
import type { LateFailure } from '../driver/background.ts'
import { caseId, type CaseName } from '../verdict/case-id.ts'
import type { Result } from '../verdict/result.ts'
import { diedFinding } from './untraced.ts'

type Late = LateFailure & { case: CaseName }

/** The same results, those of cases that failed late as fails. Where a rule did not judge the case, or was not asked for, it still does not. */
export function withLate(results: readonly Result[], failures: readonly LateFailure[]): Result[] {
  const late = failures.filter((failure): failure is Late => failure.case !== undefined)
  if (late.length === 0) return [...results]
  const amended = new Map(results.map((result) => [result.id, result]))
  for (const failure of late) amend(amended, failure)
  return [...amended.values()]
}

function amend(results: Map<string, Result>, failure: Late): void {
  const { rule, finding } = judged(failure)
  const id = caseId({ ...failure.case, rule: rule.id })
  const own = results.get(id)
  if (own) {
    if (own.status === 'pass' || own.status === 'fail') results.set(id, failing(own, failure, finding))
    return
  }
  const counted = passOfDrawn(results, failure, rule.id)
  if (!counted) return
  const { count = 1 } = counted
  if (count > 1) results.set(counted.id, { ...counted, count: count - 1 })
  else results.delete(counted.id)
  const { count: _count, reason: _reason, ...plain } = counted
  results.set(id, failing({ ...plain, ...failure.case, rule: rule.id, id }, failure, finding))
}

function judged(failure: Late): { rule: { id: string }; finding: Finding } {
  if (failure.ended) return { rule: ends, finding: diedFinding(failure.message) }
  const { message, ...finding } = backgroundFinding(failure.message)
  return { rule: noUnhandledRejection, finding: { message: `${message}, after the run`, ...finding } }
}

function failing(result: Result, { ended }: Late, finding: Finding): Result {
  const isTold = result.findings.some(
    ({ got, message }) => got === finding.got && message === finding.message,
  )
  return {
    ...result,
    status: 'fail',
    findings: isTold ? result.findings : [...result.findings, finding],
    ...(ended && { beyondExcuse: true as const }),
  }
}

/** The entry that counts the session among those that passed. */
function passOfDrawn(results: ReadonlyMap<string, Result>, { case: { wire, driver } }: Late, rule: string) {
  return [...results.values()].find(
    (result) =>
      result.count !== undefined &&
      result.status === 'pass' &&
      result.driver === driver &&
      result.wire === wire &&
      result.rule === rule,
  )
}
