/** Two converters over the same cases: what one gets wrong and the other gets right. */

import type { ResultDocument } from '../../harness/index.ts'
import { isDrawn } from './stored.ts'

/** Case and rule -> whether it failed, and under what. */
export type Verdicts = Map<string, { failed: boolean; reason: string; rule: string; wire: string }>

export function verdictsOf({ results }: Pick<ResultDocument, 'results'>, driver: string): Verdicts {
  const judged = results.filter(
    (result) => result.driver === driver && result.status !== 'not-applicable' && !isDrawn(result),
  )
  return new Map(
    judged.map(({ wire, recording, delivery, rule, status, excuse }) => [
      `${wire}/${recording}/${delivery}:${rule}`,
      { failed: status !== 'pass', reason: excuse?.reason ?? 'not judged', rule, wire },
    ]),
  )
}

/** @returns a section of the page: for each fault of `theirs` the rules and one case where `ours` passes. */
export function sideBySide(
  names: { theirs: string; ours: string },
  theirs: Verdicts,
  ours: Verdicts,
): string[] {
  const better = [...theirs].filter(([id, { failed }]) => failed && ours.get(id)?.failed === false)
  const worse = [...theirs].filter(([id, { failed }]) => !failed && ours.get(id)?.failed === true)
  const shared = [...theirs.keys()].filter((id) => ours.has(id)).length
  const byReason = Map.groupBy(better, ([, { reason }]) => reason)
  return [
    `## ${names.theirs} and ${names.ours} side by side`,
    '',
    `Of ${shared} judgements that both have, ${names.theirs} fails ${better.length} that ${names.ours} passes, and passes ${worse.length} that ${names.ours} fails.`,
    '',
    `| what ${names.theirs} gets wrong and ${names.ours} right | rules | judgements | one of them |`,
    '|---|---|---|---|',
    ...[...byReason].map(([reason, entries]) => {
      const rules = [...new Set(entries.map(([, { rule }]) => rule))]
      return `| ${reason} | ${rules.join(', ')} | ${entries.length} | \`${entries[0]?.[0]}\` |`
    }),
    '',
    ...(worse.length > 0
      ? [
          `${names.ours} fails alone: ${worse
            .slice(0, 12)
            .map(([id]) => `\`${id}\``)
            .join(', ')}.`,
          '',
        ]
      : []),
  ]
}
