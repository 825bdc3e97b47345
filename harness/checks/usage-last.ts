/** Rule usage-last: of counts sent several times the last one holds; they are never added. */

import { type UsageField, type Usage } from '../turn/turn.ts'
import type { WireEvent } from '../wire/wire.ts'
import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import { eventPlace } from './shared/places.ts'
import { alternatives, declaredFields, mayLackUsage, usageGap, usageOnBase } from './shared/usage.ts'
import { lastUsagePart, usageEvents } from './shared/usage-events.ts'

export const usageLast: Check = defineCheck({
  id: 'usage-last',
  severity: 'must',
  law: 'Counts that the provider sends several times are cumulative: per field the last one holds, and they are never added.',
  needs: 'More than one usage in the stream.',
  source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#event-types',
  check(subject) {
    const gap = usageGap(subject)
    if (gap !== undefined) return { notApplicable: gap }
    const sent = usageEvents(subject.events)
    if (sent.length < 2) return { notApplicable: 'the provider sent its counts once' }
    const last = usageOnBase(subject.truth.turn.usage ?? {}, subject.capabilities)
    const wrong = declaredFields(subject).filter((field) => !isLast(subject, field, last))
    // The counts of each event are read only where something is wrong: a long stream may repeat them on every event.
    const history = wrong.length === 0 ? [] : sent.map((event) => usageUntil(subject, event))
    return { findings: wrong.flatMap((field) => fieldFinding(subject, field, last, history, sent)) }
  },
})

function isLast(subject: Subject, field: UsageField, last: Usage): boolean {
  const got = subject.assembled.usage?.[field] ?? 0
  return alternatives(subject, field, last[field] ?? 0).includes(got) || (got === 0 && mayLackUsage(subject))
}

function usageUntil({ wire, events, capabilities }: Subject, { index }: WireEvent): Usage {
  const { turn } = wire.readTurn(events.filter((event) => event.index <= index))
  return usageOnBase(turn.usage ?? {}, capabilities)
}

/** A wrong count that is neither a sum nor an earlier one is the matter of usage-equal. */
function fieldFinding(
  subject: Subject,
  field: UsageField,
  last: Usage,
  history: readonly Usage[],
  sent: readonly WireEvent[],
): Finding[] {
  const got = subject.assembled.usage?.[field] ?? 0
  const counts = history.map((usage) => usage[field] ?? 0)
  const earlier = counts.findIndex((count) => count === got)
  const isSum = sumsOf(counts).has(got)
  if (!isSum && earlier === -1) return []
  const wrong = isSum ? 'is a sum of the counts sent' : 'is an earlier count, not the last one'
  const event = isSum ? sent.at(-1)?.index : sent[earlier]?.index
  return [
    {
      message: `\`${field}\` ${wrong}`,
      place: eventPlace(subject, event, lastUsagePart(subject.trace)),
      expected: last[field] ?? 0,
      got,
    },
  ]
}

/** Sums of two and more counts in a row, with and without repetitions of a count. */
function sumsOf(counts: readonly number[]): Set<number> {
  const sums = new Set<number>()
  const changes = counts.filter((count, at) => count > 0 && count !== counts[at - 1])
  for (const row of [counts.filter((count) => count > 0), changes]) {
    let sum = 0
    for (const [at, count] of row.entries()) {
      sum += count
      if (at > 0) sums.add(sum)
    }
  }
  return sums
}
