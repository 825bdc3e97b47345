/** What the rules on whole text, reasoning and refusals have in common. Not here: turns that failed or were cut (partial-kept.ts). */

import type { CheckAnswer, Subject } from '../check.ts'
import { fateOf } from './fate.ts'
import { joinedText, proseFindings, saidProse, toldProse, undeclared, type ProseKind } from './prose.ts'

export function proseAnswer(subject: Subject, kind: ProseKind): CheckAnswer {
  const gap = undeclared(subject, kind)
  if (gap !== undefined) return { notApplicable: gap }
  if (fateOf(subject).how !== 'finished') {
    return { notApplicable: 'the turn failed or was cut; partial-kept looks at what came before' }
  }
  if (saidProse(subject, kind).length === 0 && joinedText(toldProse(subject, kind)) === '') {
    return { notApplicable: `neither the provider nor the converter gave any ${kind}` }
  }
  return { findings: proseFindings(subject, kind) }
}
