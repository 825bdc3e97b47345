/** What the matrix tells of a run: one cell for each converter, wire and rule, and what is red in it. Not here: writing the page (page.ts). */

import type { ResultDocument } from '../../harness/index.ts'
import { isDrawn, isOfWitness } from './stored.ts'

type Result = ResultDocument['results'][number]

/** One case of it. `from`: it is one of the witnesses, or a session that was drawn. */
export type Shown = { id: string; message: string; from?: 'witness' | 'draw' }

/** A fault in a cell: what is said of it, how often it shows, and one case of it. */
export type Red = {
  /** Absent: nobody has judged it. */
  judgement?: { reason: string; link: string }
  count: number
  shows: Shown
}

export type Cell = { passed: number; red: Red[] }

/** Driver -> wire -> rule -> cell; a rule without a cell does not apply. */
export type Cells = Map<string, Map<string, Map<string, Cell>>>

export function cellsOf({ results }: Pick<ResultDocument, 'results'>): Cells {
  const cells: Cells = new Map()
  const best = new Map<Red, number>()
  for (const result of results) {
    if (result.status === 'not-applicable') continue
    const wires = getOrMake(cells, result.driver, () => new Map<string, Map<string, Cell>>())
    const rules = getOrMake(wires, result.wire, () => new Map<string, Cell>())
    const cell = getOrMake(rules, result.rule, () => ({ passed: 0, red: [] }))
    if (result.status === 'pass') cell.passed += result.count ?? 1
    else addRed(cell, result, best)
  }
  return cells
}

function addRed(cell: Cell, result: Result, best: Map<Red, number>): void {
  const { count = 1, excuse, status } = result
  const judgement =
    status === 'known-fail' && excuse ? { reason: excuse.reason, link: excuse.link } : undefined
  const known = cell.red.find((red) => red.judgement?.reason === judgement?.reason)
  const red: Red = known ?? { ...(judgement && { judgement }), count: 0, shows: showing(result) }
  if (!known) cell.red.push(red)
  red.count += count
  const plainness = plainnessOf(result)
  if (!known || plainness < (best.get(red) ?? Infinity)) {
    red.shows = showing(result)
    best.set(red, plainness)
  }
}

function showing(result: Result): Shown {
  const { id, findings, reason, witness, driver } = result
  const message = findings[0]?.message ?? reason ?? ''
  if (witness || isOfWitness(result, [driver])) return { id: witness?.id ?? id, message, from: 'witness' }
  return { id, message, ...(isDrawn(result) ? { from: 'draw' as const } : {}) }
}

/** The plainest case of a fault is the one to show: a recording as it was recorded, with a short name. */
function plainnessOf(result: Result): number {
  const { recording, delivery, driver } = result
  const source = isDrawn(result) || isOfWitness(result, [driver]) ? 2_000 : 0
  const cut = delivery === 'as-recorded' || delivery === 'as-sent' ? 0 : 500
  return source + cut + recording.length + (recording.startsWith('error-') ? 200 : 0)
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
