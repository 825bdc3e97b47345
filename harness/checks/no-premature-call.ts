/** Rule no-premature-call: a call is complete only when the provider said so. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { callStateFor } from './shared/call-state.ts'
import { isAfterFinish } from './shared/fate.ts'
import { callName, matchCalls, type MatchedCall, type MatchedCalls } from './shared/match-calls.ts'
import { bytesOf } from './shared/other-readings.ts'
import { blockPlace, eventPlace } from './shared/places.ts'

export const noPrematureCall: Check = defineCheck({
  id: 'no-premature-call',
  severity: 'must',
  law: 'A call is complete only when the provider said so: by its own end marker or by a finish that is neither a cut nor a failure.',
  needs: 'A call.',
  source: 'https://github.com/vercel/ai/issues/13137',
  check(subject) {
    const matched = matchCalls(subject)
    if (matched.calls.length === 0) return { notApplicable: 'the provider sent no call' }
    return { findings: matched.calls.flatMap((call) => prematureFinding(subject, matched, call)) }
  },
})

function prematureFinding(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const { at, got } = call
  if (got?.end === undefined || !got.complete) return []
  if (callStateFor(subject, at) === 'never') {
    // A call that says itself that it is invalid is not told as one to execute.
    if (got.block?.type === 'tool-call' && got.block.invalid) return []
    return [
      {
        message: `${callName(matched, call)} was told as complete, which the provider never said`,
        place: blockPlace(subject, at, got.end),
        expected: 'an open call, or one that ends with `complete: false`',
        got: 'a complete call',
      },
    ]
  }
  return tooEarly(subject, matched, call, got.end)
}

/**
 * The call was closed before a byte of its marker had been handed out. Reads are counted when they leave the harness,
 * so what counts as early surely was. Under a cut turn's own exceptions the marker may be another block.
 */
function tooEarly(subject: Subject, matched: MatchedCalls, call: MatchedCall, end: number): Finding[] {
  const { truth, events, trace, delivered } = subject
  const marker = call.evidence?.endEvent ?? truth.finishEvent
  const from = events.find(({ index }) => index === marker)?.start
  const mark = trace.marks[end]
  if (from === undefined || mark === undefined || delivered.reads.length === 0) return []
  if (!call.said.complete || isAfterFinish(truth, call.at)) return []
  const handed = bytesOf(delivered.reads, mark.reads)
  if (handed > from) return []
  return [
    {
      message: `${callName(matched, call)} was told as complete before its end marker was read`,
      place: eventPlace(subject, marker, end),
      expected: `byte ${from} or later`,
      got: `byte ${handed}`,
    },
  ]
}
