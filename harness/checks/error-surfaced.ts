/** Rule error-surfaced: a failure the provider reports never ends as success. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, fateOf } from './shared/fate.ts'
import { acceptableOutcomes, outcomeText } from './shared/outcomes.ts'
import { endPlace } from './shared/places.ts'

export const errorSurfaced: Check = defineCheck({
  id: 'error-surfaced',
  severity: 'must',
  law: 'An error that the provider reports, by its HTTP status or inside the stream, and bytes that cannot be read, never end as success.',
  needs: 'An error object inside the stream.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#error-events',
  check(subject) {
    if (fateOf(subject).how !== 'failed') return { notApplicable: 'the provider reported no failure' }
    const ending = endingOf(subject)
    const acceptable = acceptableOutcomes(subject)
    if (ending !== undefined && acceptable.some(({ reason }) => reason === ending.reason))
      return { findings: [] }
    return {
      findings: [
        {
          message: `the provider reported a failure, yet the stream ended ${ending === undefined ? 'without a word' : `as \`${ending.reason}\``}`,
          place: endPlace(subject, ending?.part),
          expected: acceptable.map(outcomeText),
          got: ending?.reason ?? 'no finish',
        },
      ],
    }
  },
})
