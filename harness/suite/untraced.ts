/** The outcome of a case that has no trace: its process did not survive it, it was not run, or running it broke the suite. */

import { ruleIds } from '../checks/checks.ts'
import type { Finding, RuleAnswer } from '../checks/check.ts'
import { stackOf } from '../driver/thrown.ts'
import { judge } from '../verdict/judge.ts'
import type { PlannedCase } from './plan.ts'
import type { CaseOutcome } from './case-outcome.ts'
import { shownBy } from './shown-by.ts'

/** `cause` completes "the converter did not settle: ". */
export function diedOutcome(planned: PlannedCase, cause: string): CaseOutcome {
  return untracedOutcome(planned, cause, { beyondExcuse: diedFinding(cause) })
}

export function diedFinding(cause: string): Finding {
  return { message: `the converter did not settle: ${cause}`, expected: 'an end', got: 'none' }
}

/** `why` it was not run. */
export function notRunOutcome(planned: PlannedCase, why: string): CaseOutcome {
  return untracedOutcome(planned, why, { beyondExcuse: { message: `the converter was not run: ${why}` } })
}

/** The suite's own fault, with its stack. */
export function brokenOutcome(planned: PlannedCase, error: unknown): CaseOutcome {
  return untracedOutcome(planned, 'the case could not be run', { broken: stackOf(error) })
}

/** What `ends` answers; the other rules have nothing to judge. */
function untracedOutcome(
  { name, recording }: PlannedCase,
  reason: string,
  answer: RuleAnswer['answer'],
): CaseOutcome {
  const answers = ruleIds.map((id): RuleAnswer => {
    const rule = { id, severity: 'must' } as const
    return { rule, answer: id === 'ends' ? answer : { notApplicable: reason } }
  })
  return { name, results: judge(name, shownBy(recording), answers), features: { offered: [], seen: [] } }
}
