/** Rule usage-equal: every declared usage field equals the turn's. */

import type { UsageField } from '../turn/turn.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { lastUsagePart, usageEvents } from './shared/usage-events.ts'
import { eventPlace } from './shared/places.ts'
import { alternatives, declaredFields, mayLackUsage, usageGap, usageOnBase } from './shared/usage.ts'

export const usageEqual: Check = defineCheck({
  id: 'usage-equal',
  severity: 'must',
  law: "Every usage field the driver declares equals the turn's, on the base it declares; an absent field is 0.",
  needs: 'Usage that does not contradict itself; the fields named in `usage`, on the base of `usageBase`.',
  source: 'https://platform.openai.com/docs/api-reference/chat/object#chat-object-usage',
  check(subject) {
    const gap = usageGap(subject)
    if (gap !== undefined) return { notApplicable: gap }
    const expected = usageOnBase(subject.truth.turn.usage ?? {}, subject.capabilities)
    return {
      findings: declaredFields(subject).flatMap((field) =>
        fieldFinding(subject, field, expected[field] ?? 0),
      ),
    }
  },
})

function fieldFinding(subject: Subject, field: UsageField, expected: number): Finding[] {
  const got = subject.assembled.usage?.[field] ?? 0
  if (alternatives(subject, field, expected).includes(got)) return []
  if (got === 0 && mayLackUsage(subject)) return []
  return [
    {
      message: `\`${field}\` is not what the provider counted`,
      place: eventPlace(subject, usageEvents(subject.events).at(-1)?.index, lastUsagePart(subject.trace)),
      expected,
      got,
    },
  ]
}
