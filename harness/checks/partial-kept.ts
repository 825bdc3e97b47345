/** Rule partial-kept: what was said before a failure is kept. */

import type { Check, CheckAnswer, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { argumentDeltaFindings, carriesText } from './shared/argument-deltas.ts'
import { fateOf } from './shared/fate.ts'
import { matchCalls } from './shared/match-calls.ts'
import { joinedText, proseFindings, proseKinds, saidProse, toldProse, undeclared } from './shared/prose.ts'

export const partialKept: Check = defineCheck({
  id: 'partial-kept',
  severity: 'must',
  law: 'Text, reasoning, refusals and argument deltas that came before a failure or a cut come out whole.',
  needs:
    'A turn that failed or was cut after it had said something. Argument text only with `argumentDeltas`.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#error-recovery',
  check(subject) {
    if (fateOf(subject).how === 'finished') return { notApplicable: 'the turn neither failed nor was cut' }
    return joinAnswers([...proseKinds.map((kind) => proseOf(subject, kind)), argumentsOf(subject)])
  },
})

function proseOf(subject: Subject, kind: (typeof proseKinds)[number]): Finding[] | undefined {
  if (undeclared(subject, kind) !== undefined) return undefined
  const isAbsent = saidProse(subject, kind).length === 0 && joinedText(toldProse(subject, kind)) === ''
  return isAbsent ? undefined : proseFindings(subject, kind)
}

/** A call whose id or name is still to come may be held back. */
function argumentsOf(subject: Subject): Finding[] | undefined {
  if (!subject.capabilities.argumentDeltas) return undefined
  const matched = matchCalls(subject)
  const due = matched.calls.filter(
    (call) => carriesText(call) && call.said.name !== '' && (call.said.id !== '' || call.got !== undefined),
  )
  return due.length === 0 ? undefined : due.flatMap((call) => argumentDeltaFindings(subject, matched, call))
}

function joinAnswers(answers: readonly (Finding[] | undefined)[]): CheckAnswer {
  const given = answers.filter((findings) => findings !== undefined)
  return given.length === 0
    ? { notApplicable: 'nothing came before the failure' }
    : { findings: given.flat() }
}
