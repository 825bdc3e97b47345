/** Rule no-repair: cut or malformed arguments never become a valid, complete call. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { callStateFor, isWholeJson } from './shared/call-state.ts'
import { isAfterFinish } from './shared/fate.ts'
import { callName, matchCalls, type MatchedCall, type MatchedCalls } from './shared/match-calls.ts'
import { blockPlace } from './shared/places.ts'

export const noRepair: Check = defineCheck({
  id: 'no-repair',
  severity: 'must',
  law: 'Arguments that were cut or are malformed never become a complete call that counts as valid.',
  needs: 'A call whose arguments were cut or are malformed.',
  source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
  check(subject) {
    const matched = matchCalls(subject)
    const broken = matched.calls.filter((call) => isBroken(subject, call))
    if (broken.length === 0) return { notApplicable: 'no call has cut or malformed arguments' }
    return { findings: broken.flatMap((call) => repairFinding(subject, matched, call)) }
  },
})

/** No text at all counts as broken only where the call was cut: elsewhere it means a call without arguments. */
function isBroken(subject: Subject, { at, said }: MatchedCall): boolean {
  if (isWholeJson(said.arguments) || isAfterFinish(subject.truth, at)) return false
  return said.arguments.trim() !== '' || callStateFor(subject, at) === 'never'
}

function repairFinding(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const { at, said, got } = call
  const block = got?.block
  if (!got?.complete || block?.type !== 'tool-call' || block.invalid || !isWholeJson(block.arguments))
    return []
  return [
    {
      message: `the arguments of ${callName(matched, call)} are not whole, yet it came out as a valid, complete call`,
      place: blockPlace(subject, at, got.end),
      expected: said.arguments,
      got: block.arguments,
    },
  ]
}
