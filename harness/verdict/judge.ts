/** Turns what the rules said of a case into results. */

import type { DeclaredImpossible, RuleAnswer } from '../checks/check.ts'
import { caseId, type CaseName } from './case-id.ts'
import type { Result, Status } from './result.ts'

/** One result per answer. */
export function judge(name: CaseName, shownBy: Result['shownBy'], answers: readonly RuleAnswer[]): Result[] {
  return answers.map(({ rule, answer }) => {
    const { status, findings, reason, impossible } = read(answer)
    return {
      ...name,
      id: caseId({ ...name, rule: rule.id }),
      rule: rule.id,
      severity: rule.severity,
      status,
      findings,
      ...(reason === undefined ? {} : { reason }),
      ...(impossible === undefined ? {} : { impossible }),
      shownBy,
    }
  })
}

type Read = Pick<Result, 'findings' | 'reason' | 'impossible'> & { status: Status }

function read(answer: RuleAnswer['answer']): Read {
  if ('broken' in answer) return { status: 'error', findings: [], reason: answer.broken }
  if ('notApplicable' in answer) return { status: 'not-applicable', findings: [], ...notApplicable(answer) }
  return { status: answer.findings.length > 0 ? 'fail' : 'pass', findings: answer.findings }
}

function notApplicable(
  answer: { notApplicable: string } | DeclaredImpossible,
): Pick<Read, 'reason' | 'impossible'> {
  const impossible = 'impossible' in answer ? { impossible: answer.impossible } : {}
  return { reason: answer.notApplicable, ...impossible }
}
