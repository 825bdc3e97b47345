/** Cases of the plan that gave no results: a run in which there are any is not whole, whatever the others say. */

import { ruleIds } from '../checks/checks.ts'

export type Missing = { driver: string; wire: string; cases: number }

/** By driver and wire. */
export function summedMissing(missing: readonly Missing[]): Missing[] {
  const all = Map.groupBy(missing, ({ driver, wire }) => `${driver} ${wire}`)
  return [...all.values()].map((each) => ({
    driver: each[0]?.driver ?? '',
    wire: each[0]?.wire ?? '',
    cases: casesOf(each),
  }))
}

/** How many results are missing with them. */
export function missingResults(missing: readonly Missing[]): number {
  return casesOf(missing) * ruleIds.length
}

function casesOf(missing: readonly Missing[]): number {
  return missing.reduce((sum, { cases }) => sum + cases, 0)
}
