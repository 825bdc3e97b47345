/** Cases of the plan that gave no results: a run in which there are any is not whole, whatever the others say. */

import { ruleIds } from '../checks/checks.ts'
import type { CaseGroup } from './plan.ts'

export type Missing = { driver: string; wire: string; cases: number }

/** Counts what becomes of the cases of groups. */
export class CaseCount {
  readonly #left: Map<CaseGroup, number>

  constructor(groups: readonly CaseGroup[]) {
    this.#left = new Map(groups.map((group) => [group, group.cases.length]))
  }

  done(group: CaseGroup): void {
    this.#left.set(group, (this.#left.get(group) ?? 0) - 1)
  }

  missing(): Missing[] {
    return [...this.#left]
      .filter(([, cases]) => cases > 0)
      .map(([{ driver, wire }, cases]) => ({ driver: driver.name, wire, cases }))
  }
}

/** By driver and wire. */
export function summedMissing(missing: readonly Missing[]): Missing[] {
  const all = Map.groupBy(missing, ({ driver, wire }) => `${driver} ${wire}`)
  return [...all.values()].map((each) => ({
    driver: each[0]?.driver ?? '',
    wire: each[0]?.wire ?? '',
    cases: countOfMissing(each),
  }))
}

export function countOfMissing(missing: readonly Missing[]): number {
  return missing.reduce((sum, { cases }) => sum + cases, 0)
}

/** Results that are missing with them. */
export function missingResults(missing: readonly Missing[]): number {
  return countOfMissing(missing) * ruleIds.length
}
