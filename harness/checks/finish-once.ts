/** Rule finish-once: a stream has one finish. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { saidMoreAfterFinish } from './shared/fate.ts'
import { endPlace } from './shared/places.ts'

export const finishOnce: Check = defineCheck({
  id: 'finish-once',
  severity: 'must',
  law: 'A stream has exactly one finish; a thrown error counts as one.',
  needs: 'A run that settled.',
  source: 'https://github.com/vercel/ai/issues/19169',
  check(subject) {
    const { finishes } = subject.assembled
    if (finishes.length === 0) return { findings: withoutFinish(subject) }
    if (finishes.length > 1 && saidMoreAfterFinish(subject)) {
      return { notApplicable: 'the provider said more after its finish, and what becomes of that is free' }
    }
    return {
      findings: finishes.slice(1).map(({ part, finish }) => ({
        message: 'a second finish comes',
        place: { part },
        expected: `one finish, at part ${finishes[0]?.part}`,
        got: finish.reason,
      })),
    }
  },
})

function withoutFinish(subject: Subject): Finding[] {
  if (subject.trace.end.how === 'threw') return []
  return [
    {
      message: 'the stream ended without a finish',
      place: endPlace(subject),
      expected: 'one finish',
      got: 'none',
    },
  ]
}
