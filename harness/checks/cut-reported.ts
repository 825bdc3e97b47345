/** Rule cut-reported: a cut of an unfinished turn never ends as a clean finish. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, fateOf } from './shared/fate.ts'
import { acceptableOutcomes, outcomeText } from './shared/outcomes.ts'
import { endPlace } from './shared/places.ts'

export const cutReported: Check = defineCheck({
  id: 'cut-reported',
  severity: 'must',
  law: 'A stream that stops before the provider finished never ends as a clean finish, nor in silence.',
  needs: 'A delivery of kind cut, or a recording that broke off, before the finish was said.',
  source: 'https://github.com/vercel/ai/issues/19169',
  check(subject) {
    const { how, answered } = fateOf(subject)
    if (how !== 'cut') return { notApplicable: 'the turn was not cut' }
    if (answered) return { notApplicable: 'the provider had finished before the cut, so both ends are right' }
    const ending = endingOf(subject)
    if (ending?.reason === 'error') return { findings: [] }
    const cut = subject.delivered.end === 'reset' ? 'the connection broke' : 'the stream stopped'
    return {
      findings: [
        {
          message: `${cut} before the provider finished, yet it ended ${ending === undefined ? 'without a word' : `as \`${ending.reason}\``}`,
          place: endPlace(subject, ending?.part),
          expected: acceptableOutcomes(subject).map(outcomeText),
          got: ending?.reason ?? 'no finish',
        },
      ],
    }
  },
})
