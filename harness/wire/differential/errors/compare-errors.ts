/** A reader's failure beside what an official client threw: where they differ, and whether it is known why. Not here: asking the client (thrown.ts), the known reasons (known-error-differences.ts). */

import type { Failure } from '../../../turn/failure.ts'
import type { HttpAnswer, WireName } from '../../wire.ts'
import { knownErrorDifferences, type ErrorDifference } from './known-error-differences.ts'
import type { Thrown } from './thrown.ts'

export type ErrorComparison = {
  unknown: ErrorDifference[]
  /** Ids of the known reasons that were met. */
  known: string[]
}

export function compareErrors(
  wire: WireName,
  answer: HttpAnswer,
  failure: Failure,
  thrown: Thrown,
): ErrorComparison {
  const comparison: ErrorComparison = { unknown: [], known: [] }
  for (const difference of differencesOf(failure, thrown)) {
    const reason = knownErrorDifferences.find(
      (known) => known.wires.includes(wire) && known.covers(difference, { answer, failure, thrown }),
    )
    if (reason === undefined) comparison.unknown.push(difference)
    else comparison.known.push(reason.id)
  }
  return comparison
}

function differencesOf(failure: Failure, thrown: Thrown): ErrorDifference[] {
  const pairs: Record<ErrorDifference['field'], [string, string]> = {
    status: [String(failure.status ?? ''), String(thrown.status ?? '')],
    code: [failure.providerCode ?? '', thrown.code ?? ''],
    type: [failure.providerType ?? '', thrown.type ?? ''],
    requestId: [failure.requestId ?? '', thrown.requestId ?? ''],
    wait: [failure.retryAfterMs === undefined ? '' : 'some', thrown.wait === undefined ? '' : 'some'],
  }
  return (Object.keys(pairs) as ErrorDifference['field'][])
    .map((field) => ({ field, reader: pairs[field][0], client: pairs[field][1] }))
    .filter(({ reader, client }) => reader !== client)
}
