/** The outcome of a case whose process did not survive it. */

import { ruleIds } from '../checks/checks.ts'
import type { RuleAnswer } from '../checks/check.ts'
import { judge } from '../verdict/judge.ts'
import type { PlannedCase } from './plan.ts'
import type { CaseOutcome } from './run-group.ts'
import { shownBy } from './shown-by.ts'

/** A finding of `ends`; the other rules have nothing to judge. `cause` completes "the converter did not settle: ". */
export function diedOutcome({ name, recording }: PlannedCase, cause: string): CaseOutcome {
  const answers = ruleIds.map((id): RuleAnswer => {
    const rule = { id, severity: 'must' } as const
    if (id !== 'ends') return { rule, answer: { notApplicable: cause } }
    const message = `the converter did not settle: ${cause}`
    return { rule, answer: { findings: [{ message, expected: 'an end', got: 'none' }] } }
  })
  return { name, results: judge(name, shownBy(recording), answers), features: { offered: [], seen: [] } }
}
