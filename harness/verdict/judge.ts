/** Turns what the rules said of a case into results. */

import type { DeclaredImpossible, Finding, RuleAnswer } from '../checks/check.ts'
import { caseId, type CaseName } from './case-id.ts'
import type { Result, Status } from './result.ts'

/** One result per answer. */
export function judge(name: CaseName, shownBy: Result['shownBy'], answers: readonly RuleAnswer[]): Result[] {
  const { wire, recording, delivery, driver } = name
  const id = caseId({ wire, recording, delivery, driver })
  return answers.map(({ rule: { id: rule, severity }, answer }) => {
    const { status, findings, reason, impossible, beyondExcuse } = read(answer)
    // Fields by name: a long run keeps millions of these, and an object made by spreading takes four times the memory.
    const result: Result = {
      id: `${id}:${rule}`,
      wire,
      recording,
      delivery,
      driver,
      rule,
      severity,
      status,
      findings,
      shownBy,
    }
    if (beyondExcuse) result.beyondExcuse = true
    if (reason !== undefined) result.reason = reason
    if (impossible !== undefined) result.impossible = impossible
    return result
  })
}

const none: readonly [] = []

type Read = Pick<Result, 'findings' | 'reason' | 'impossible' | 'beyondExcuse'> & { status: Status }

function read(answer: RuleAnswer['answer']): Read {
  if ('broken' in answer) return { status: 'error', findings: [], reason: answer.broken }
  if ('notApplicable' in answer) return { status: 'not-applicable', findings: none, ...notApplicable(answer) }
  if ('beyondExcuse' in answer) {
    return { status: 'fail', findings: [answer.beyondExcuse], beyondExcuse: true }
  }
  return { status: answer.findings.length > 0 ? 'fail' : 'pass', findings: firstOf(answer.findings) }
}

/** A converter may break a rule in each of a hundred thousand parts. */
const mostFindings = 100

function firstOf(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostFindings) return findings
  const more = { message: `and ${findings.length - mostFindings} more findings of this rule` }
  return [...findings.slice(0, mostFindings), more]
}

function notApplicable(
  answer: { notApplicable: string } | DeclaredImpossible,
): Pick<Read, 'reason' | 'impossible'> {
  const impossible = 'impossible' in answer ? { impossible: answer.impossible } : {}
  return { reason: answer.notApplicable, ...impossible }
}
