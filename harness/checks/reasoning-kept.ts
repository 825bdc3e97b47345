/** Rule reasoning-kept: the joined reasoning is the turn's, and its signatures are kept where the driver says so. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { blockPlace } from './shared/places.ts'
import { proseAnswer } from './shared/prose-answer.ts'
import { toldProse } from './shared/prose.ts'

export const reasoningKept: Check = defineCheck({
  id: 'reasoning-kept',
  severity: 'must',
  law: 'The joined reasoning that comes out is the reasoning the provider sent, with its signatures where they are declared.',
  needs: '`reasoning`; reasoning in a turn that did not fail.',
  source:
    'https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks',
  check(subject) {
    const answer = proseAnswer(subject, 'reasoning')
    if (!('findings' in answer)) return answer
    return { findings: [...answer.findings, ...lostSignatures(subject)] }
  },
})

function lostSignatures(subject: Subject): Finding[] {
  const { capabilities, truth } = subject
  if (!capabilities.signatures || !capabilities.blockEnds) return []
  const told = toldProse(subject, 'reasoning').flatMap(({ block }) =>
    block?.type === 'reasoning' && block.signature !== undefined ? [block.signature] : [],
  )
  return truth.turn.blocks.flatMap((block, at) => {
    if (block.type !== 'reasoning' || block.signature === undefined || told.includes(block.signature))
      return []
    return [
      {
        message: 'the signature of a reasoning block is lost',
        place: blockPlace(subject, at),
        expected: block.signature,
        got: told,
      },
    ]
  })
}
