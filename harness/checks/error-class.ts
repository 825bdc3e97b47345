/** Rule error-class: the code of a failure says what went wrong. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf } from './shared/fate.ts'
import { acceptableOutcomes } from './shared/outcomes.ts'
import { endPlace } from './shared/places.ts'

export const errorClass: Check = defineCheck({
  id: 'error-class',
  severity: 'must',
  law: 'The code of a failure is the one of what went wrong, or the one the driver declares for it.',
  needs: 'A turn that failed: an HTTP error, an error inside the stream, a cut. `codes` maps to fewer codes.',
  source: 'https://platform.claude.com/docs/en/api/errors#http-errors',
  check(subject) {
    const ending = endingOf(subject)
    if (ending?.reason !== 'error') return { notApplicable: 'the converter reported no failure' }
    const acceptable = acceptableOutcomes(subject).filter(({ reason }) => reason === 'error')
    if (acceptable.length === 0) return { notApplicable: 'no failure is right here; finish-reason says so' }
    const codes = [...new Set(acceptable.map(({ code }) => code))]
    const got = ending.failure?.code
    if (codes.includes(undefined) || (got !== undefined && codes.includes(got))) return { findings: [] }
    return {
      findings: [
        {
          message: 'the failure has the wrong code',
          place: endPlace(subject, ending.part),
          expected: codes,
          got: got ?? 'no code',
        },
      ],
    }
  },
})
