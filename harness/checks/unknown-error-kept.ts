/** Rule unknown-error-kept: an error nobody can classify keeps its message. */

import type { Failure } from '../turn/failure.ts'
import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { endingOf, fateOf } from './shared/fate.ts'
import { endPlace } from './shared/places.ts'

export const unknownErrorKept: Check = defineCheck({
  id: 'unknown-error-kept',
  severity: 'must',
  law: 'An error that cannot be classified keeps the message the provider sent.',
  needs: 'An error that no table knows.',
  source: 'https://github.com/vercel/ai/issues/17230',
  check(subject) {
    const { failure, damaged, isStray } = fateOf(subject)
    if (failure?.code !== 'UNKNOWN' || damaged || isStray || !isOfProvider(failure)) {
      return { notApplicable: 'the provider reported no unknown error with a message' }
    }
    const ending = endingOf(subject)
    if (ending?.failure === undefined) return { notApplicable: 'the converter reported no failure' }
    const got = ending.failure.message
    if (got.includes(failure.message.trim())) return { findings: [] }
    return {
      findings: [
        {
          message: 'the message of an unknown error is lost',
          place: endPlace(subject, ending.part),
          expected: failure.message,
          got,
        },
      ],
    }
  },
})

/** A reader writes a message of its own where the provider sent none. */
function isOfProvider({ message, raw }: Failure): boolean {
  return message.trim() !== '' && holdsText(raw, message.trim())
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text)
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => holdsText(inner, text))
  )
}
