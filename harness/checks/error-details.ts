/** Rule error-details: what the driver declares to keep of a failure equals the truth. */

import type { Failure } from '../turn/failure.ts'
import { diffValues } from '../turn/diff.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, fateOf } from './shared/fate.ts'
import { endPlace } from './shared/places.ts'

export const errorDetails: Check = defineCheck({
  id: 'error-details',
  severity: 'must',
  law: 'Status, retry delay, request id and whatever else the driver declares of a failure are those the provider sent.',
  needs: 'A turn that failed; the fields named in `details`.',
  source: 'https://platform.claude.com/docs/en/api/errors#request-id',
  check(subject) {
    const { failure, damaged, isStray } = fateOf(subject)
    const got = endingOf(subject)?.failure
    const { details } = subject.capabilities
    if (details.length === 0) return { notApplicable: 'the driver declares no details of failures' }
    if (failure === undefined || damaged) return { notApplicable: 'the provider reported no failure' }
    if (got === undefined) return { notApplicable: 'the converter reported no failure' }
    if (isStray && got.code === 'TRANSPORT')
      return { notApplicable: 'the error stands outside of any event, and the converter speaks of the end' }
    const due = details.filter((detail) => failure[detail] !== undefined)
    if (due.length === 0) return { notApplicable: 'the provider sent none of the declared details' }
    return { findings: due.flatMap((detail) => detailFindings(subject, detail, failure, got)) }
  },
})

function detailFindings(subject: Subject, detail: keyof Failure, failure: Failure, got: Failure): Finding[] {
  return diffValues(failure[detail], got[detail], detail).map((difference) => ({
    message: `\`${difference.path}\` of the failure is not what the provider sent`,
    place: endPlace(subject, endingOf(subject)?.part),
    expected: difference.expected ?? 'absent',
    got: difference.got ?? 'absent',
  }))
}
