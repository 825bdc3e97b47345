/** Rule empty-arguments: a call without arguments is closed as `{}`. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { sameTokens } from './shared/json-tokens.ts'
import { callName, matchCalls, type MatchedCall, type MatchedCalls } from './shared/match-calls.ts'
import { blockPlace } from './shared/places.ts'

export const emptyArguments: Check = defineCheck({
  id: 'empty-arguments',
  severity: 'must',
  law: 'A completed call without arguments has the arguments `{}`, or the empty text where the driver declares it.',
  needs: 'A completed call without arguments. `emptyArguments` names the form.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#input-json-delta',
  check(subject) {
    const matched = matchCalls(subject)
    const calls = matched.calls.filter(
      ({ said, got }) => said.arguments.trim() === '' && got?.complete === true,
    )
    if (calls.length === 0) return { notApplicable: 'no call without arguments was completed' }
    return { findings: calls.flatMap((call) => emptyFinding(subject, matched, call)) }
  },
})

function emptyFinding(subject: Subject, matched: MatchedCalls, call: MatchedCall): Finding[] {
  const block = call.got?.block
  if (block?.type !== 'tool-call') return []
  const declared = subject.capabilities.emptyArguments
  const isEmpty = sameTokens(block.arguments, '{}') || block.arguments === declared
  if (isEmpty && !block.invalid) return []
  return [
    {
      message: `${callName(matched, call)} has no arguments, yet ${isEmpty ? 'is marked invalid' : 'was completed with some'}`,
      place: blockPlace(subject, call.at, call.got?.end),
      expected: declared,
      got: block.arguments,
    },
  ]
}
