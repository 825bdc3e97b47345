/** Compares the argument deltas of one call with the text sent. */

import type { Finding, Subject } from '../check.ts'
import { isAfterFinish } from './fate.ts'
import { callName, type MatchedCall, type MatchedCalls } from './match-calls.ts'
import { blockPlace } from './places.ts'
import { textDifference } from './text-difference.ts'

/** False where the wire sends the arguments as a JSON value: there is no text whose fragments could be kept. */
export function carriesText({ evidence }: MatchedCall): boolean {
  return evidence?.argumentsAs !== 'value'
}

export function argumentDeltaFindings(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const { at, said, got } = call
  const joined = got?.joined ?? ''
  if (joined === said.arguments || (said.arguments === '' && joined === '{}')) return []
  if (isAfterFinish(subject.truth, at) && said.arguments.startsWith(joined)) return []
  const difference = textDifference(said.arguments, joined)
  return [
    {
      message: `the argument deltas of ${callName(matched, call)} are not the text sent; they part at character ${difference.at}`,
      place: blockPlace(subject, at, got?.deltas.at(-1) ?? got?.start),
      expected: difference.expected,
      got: difference.got,
    },
  ]
}
