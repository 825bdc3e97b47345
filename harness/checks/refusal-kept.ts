/** Rule refusal-kept: a refusal is not lost. */

import type { Check, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { proseAnswer } from './shared/prose-answer.ts'
import { joinedText, toldProse } from './shared/prose.ts'

export const refusalKept: Check = defineCheck({
  id: 'refusal-kept',
  severity: 'must',
  law: 'A refusal comes out whole, as a refusal or as text, as the driver declares.',
  needs: "`refusal: 'own'` or `'as-text'`; a refusal.",
  source: 'https://platform.openai.com/docs/guides/structured-outputs#refusals',
  check(subject) {
    if (subject.capabilities.refusal !== 'as-text') return proseAnswer(subject, 'refusal')
    const refusals = saidRefusals(subject)
    if (refusals.length === 0) return { notApplicable: 'the provider sent no refusal' }
    const answer = proseAnswer(subject, 'text')
    if ('notApplicable' in answer) return answer
    const text = joinedText(toldProse(subject, 'text'))
    return refusals.every((refusal) => text.includes(refusal)) ? { findings: [] } : answer
  },
})

function saidRefusals({ truth }: Subject): string[] {
  return truth.turn.blocks.flatMap((block) =>
    block.type === 'refusal' && block.text !== '' ? [block.text] : [],
  )
}
