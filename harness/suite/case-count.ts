/** Counts what becomes of the cases of groups, so that none is lost without a word. */

import type { Missing } from '../verdict/missing.ts'
import type { CaseGroup } from './plan.ts'

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
