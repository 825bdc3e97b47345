/** The rule `capabilities`, judged over a whole run: what a driver emits it must declare, and what it declares it must show. Not here: which features there are (harness/suite/capability-gate.ts). */

import type { Finding, RuleAnswer } from '../checks/check.ts'
import type { CaseName } from './case-id.ts'

const rule = { id: 'capabilities', severity: 'must' } as const

/** What one driver declares, was offered and showed over one wire. Plain data, so that parts of a run can be put together. */
export type FeatureEntry = {
  driver: string
  wire: string
  declared: string[]
  offered: string[]
  /** Feature -> the case that showed it first. */
  seen: Record<string, string>
}

/** `unfiltered`: everything there is was run, so what was not shown does not exist. */
export function judgeFeatures({ declared, offered, seen }: FeatureEntry, unfiltered: boolean): RuleAnswer {
  const findings: Finding[] = [...new Set([...Object.keys(seen), ...declared])].flatMap((name) => {
    const where = seen[name]
    if (where !== undefined && !declared.includes(name)) {
      return [{ message: `\`${name}\` is not declared, yet ${where} shows it. Declare it.` }]
    }
    if (where === undefined && unfiltered && offered.includes(name)) {
      return [{ message: `\`${name}\` is declared, yet no case shows it. Remove the declaration.` }]
    }
    return []
  })
  // Otherwise a known-failing line about a declaration would turn stale in every filtered run.
  if (findings.length === 0 && !unfiltered) {
    return {
      rule,
      answer: { notApplicable: 'only a run of everything can tell that a declaration is never shown' },
    }
  }
  return { rule, answer: { findings } }
}

/** The name of the one result of a driver and a wire. */
export function gateName({ driver, wire }: Pick<FeatureEntry, 'driver' | 'wire'>): CaseName {
  return { wire, recording: 'all-recordings', delivery: 'declared', driver }
}

/** Entries of parts of a run put together, earlier ones first: one per driver and wire. */
export function mergeFeatures(entries: readonly FeatureEntry[]): FeatureEntry[] {
  const merged = new Map<string, FeatureEntry>()
  for (const entry of entries) {
    const key = `${entry.driver} ${entry.wire}`
    const before = merged.get(key)
    const offered = [...new Set([...(before?.offered ?? []), ...entry.offered])]
    merged.set(key, { ...entry, offered, seen: { ...entry.seen, ...before?.seen } })
  }
  return [...merged.values()]
}
