/** Rule arguments-raw: the joined argument deltas are the text sent. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { argumentDeltaFindings, carriesText } from './shared/argument-deltas.ts'
import { fateOf } from './shared/fate.ts'
import { matchCalls } from './shared/match-calls.ts'

export const argumentsRaw: Check = defineCheck({
  id: 'arguments-raw',
  severity: 'must',
  law: 'The joined argument deltas of a call are the text the provider sent, character by character.',
  needs: '`argumentDeltas`; a call whose arguments the wire sends as text.',
  source: 'https://platform.openai.com/docs/guides/function-calling#streaming',
  check(subject) {
    if (!subject.capabilities.argumentDeltas)
      return { notApplicable: 'the driver does not declare `argumentDeltas`' }
    if (fateOf(subject).how !== 'finished') {
      return { notApplicable: 'the turn failed or was cut; partial-kept looks at what came before' }
    }
    const matched = matchCalls(subject)
    const calls = matched.calls.filter((call) => call.got !== undefined && carriesText(call))
    if (calls.length === 0) return { notApplicable: 'no call came out whose arguments were sent as text' }
    return { findings: calls.flatMap((call) => argumentDeltaFindings(subject, matched, call)) }
  },
})
