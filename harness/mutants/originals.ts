/** The unbroken converters as subjects of a run: over every case that a mutant or a control meets. Not here: running them (run-mutants.ts). */

import type { WireName } from '../wire/wire.ts'
import { defaultDeliveries } from './corpus.ts'
import type { Control, ShownBy } from './mutant.ts'

/** What is run: a mutant, a control or an original. */
export type Subject = Omit<Control, 'title' | 'level'>

/** One original for each origin and set of deliveries, over all recordings that its mutants and controls name. */
export function originalsOf(subjects: readonly Subject[]): Subject[] {
  const alike = Map.groupBy(subjects, familyOf)
  return [...alike].map(([id, family]) => {
    const { origin = 'plain', deliveries = defaultDeliveries, withGolden = false } = family[0] ?? {}
    const shownBy = family.map((subject) => subject.shownBy).reduce(merged, {})
    return { id, origin, shownBy, deliveries, withGolden, apply: (driver) => driver }
  })
}

/** Its name, and what sets it apart. */
function familyOf({ origin = 'plain', deliveries = defaultDeliveries, withGolden }: Subject): string {
  return `${origin} (${deliveries.join(', ') || 'as recorded'})${withGolden ? ' with goldens' : ''}`
}

function merged(one: ShownBy, other: ShownBy): ShownBy {
  const wires = [...new Set([...Object.keys(one), ...Object.keys(other)])] as WireName[]
  return Object.fromEntries(wires.map((wire) => [wire, mergedNames(one[wire], other[wire])]))
}

function mergedNames(one: ShownBy[WireName] = [], other: ShownBy[WireName] = []): readonly string[] | 'all' {
  return one === 'all' || other === 'all' ? 'all' : [...new Set([...one, ...other])]
}
