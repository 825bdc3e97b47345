/** What was replaced, by rule and place, never the value. */

import type { Recording } from '../format.ts'

type Redactions = Recording['redactions']

export type Tally = {
  /** One secret of a rule at a place. */
  at(place: string): (rule: string) => void
  list: () => Redactions
}

export function createTally(): Tally {
  let counts: Redactions = []
  return {
    at: (place) => (rule) => {
      counts = addRedactions(counts, [{ rule, place, count: 1 }])
    },
    list: () => counts,
  }
}

/** Two lists as one, in the order of first appearance. */
export function addRedactions(first: Redactions, second: Redactions): Redactions {
  const sum = first.map((redaction) => ({ ...redaction }))
  for (const added of second) {
    const known = sum.find(({ rule, place }) => rule === added.rule && place === added.place)
    if (known === undefined) sum.push({ ...added })
    else known.count += added.count
  }
  return sum
}
