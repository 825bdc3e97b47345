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
  const said = saidProse(subject, kind)
  const told = joinedText(toldProse(subject, kind))
  const isAbsent = said.length === 0 && told === ''
  if (goesOn(subject) && told.startsWith(said.map(({ text }) => text).join('')))
    return isAbsent ? undefined : []
  return isAbsent ? undefined : proseFindings(subject, kind)
}

/** Behind an event that cannot be read come others: a converter that reports it may still tell what they say. */
function goesOn({ truth: { damage }, events }: Subject): boolean {
  return damage !== undefined && events.some(({ index }) => index > damage.event)
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
