/** A whole run, from drivers and recordings to judged results. Not here: reading files (harness/recording), printing (harness/report). */

import type { Driver } from '../driver/driver.ts'
import type { RunInput } from '../driver/run-driver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, type KnownFailing, type LineFault } from '../verdict/known-failing.ts'
import { summarise, type Result, type Summary } from '../verdict/result.ts'
import { CapabilityGate } from './capability-gate.ts'
import { obsoleteGoldens } from './golden.ts'
import { isSelected, planCases, type CaseGroup, type Selection, type Source } from './plan.ts'
import { checkTurns, type TurnFault } from './reviewed-turns.ts'
import { GroupRun, type CaseOutcome, type GroupOptions } from './run-group.ts'
import { shownBy } from './shown-by.ts'

export type SuiteInput = {
  drivers: readonly Driver[]
  sources: readonly Source[]
  selection?: Selection
  knownFailing?: readonly KnownFailing[]
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
  run?: Pick<RunInput, 'limits' | 'transport'>
  /** Called after each case. */
  onCase?: (outcome: CaseOutcome) => void
  /** Where the cases run; default: in this process. */
  execute?: Execute
}

export type SuiteRun = {
  results: Result[]
  summary: Summary
  cases: number
  lineFaults: LineFault[]
  /** Recordings whose reading is not what their turn.json says. */
  turnFaults: TurnFault[]
  /** Golden files that `update` wrote. */
  updated: string[]
}

const everything: Selection = { cases: [], drivers: [] }

/** Runs the groups and hands out what became of each case, in any order. */
export type Execute = (
  groups: readonly CaseGroup[],
  options: GroupOptions,
  take: (group: CaseGroup, outcome: CaseOutcome) => void,
) => Promise<void>

/** In this process, one case after the other. */
const runHere: Execute = async (groups, options, take) => {
  for (const group of groups) {
    const run = new GroupRun(group, options)
    for (const planned of group.cases) take(group, await run.run(planned))
  }
}

/** Runs the suite. What a converter does wrong is in the results; this throws only for faults of its input. */
export async function runSuite(input: SuiteInput): Promise<SuiteRun> {
  const selection = input.selection ?? everything
  const unfiltered = selection.cases.length === 0 && selection.drivers.length === 0
  const results: Result[] = []
  const updated: string[] = []
  const gates = new Map<string, { group: CaseGroup; gate: CapabilityGate }>()
  let cases = 0

  const groups = planCases(input.drivers, input.sources, selection)
  await (input.execute ?? runHere)(
    groups,
    { ...input.run, update: input.update ?? false },
    (group, outcome) => {
      const { gate } = getOrMake(gates, `${group.driver.name} ${group.wire}`, () => ({
        group,
        gate: new CapabilityGate(group.driver, group.wire),
      }))
      gate.note(outcome)
      if (outcome.wrote !== undefined) updated.push(outcome.wrote)
      results.push(...outcome.results.filter((result) => isSelected(result, selection)))
      cases += 1
      input.onCase?.(outcome)
    },
  )
  for (const { group, gate } of gates.values()) {
    results.push(...judge(gateName(group), 'written', [gate.answer(unfiltered)]))
  }
  results.push(...(await obsolete(input, unfiltered)))
  const excused = excuse(results, input.knownFailing ?? [], unfiltered)
  return {
    results: excused.results,
    summary: summarise(excused.results),
    cases,
    lineFaults: excused.faults,
    turnFaults: await checkTurns(input.sources),
    updated,
  }
}

function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function gateName({ driver, wire }: CaseGroup) {
  return { wire, recording: 'all-recordings', delivery: 'declared', driver: driver.name }
}

async function obsolete(input: SuiteInput, unfiltered: boolean): Promise<Result[]> {
  if (!unfiltered) return []
  const shipped = input.sources.filter((source) => source.shipped).flatMap((source) => source.recordings)
  const lists = await Promise.all(
    shipped.map(async (recording) => {
      const { wire } = recording
      if (wire === undefined) return []
      const drivers = input.drivers.filter((driver) => driver.wires.includes(wire)).map(({ name }) => name)
      const files = await obsoleteGoldens(recording, drivers)
      return files.flatMap((file) =>
        judge(
          {
            wire,
            recording: recording.name,
            delivery: asRecorded.name,
            driver: file.replace(/\.ndjson$/, ''),
          },
          shownBy(recording),
          [
            {
              rule: { id: 'golden', severity: 'must' },
              answer: { findings: [{ message: `golden/${file} is of no driver of this wire. Delete it.` }] },
            },
          ],
        ),
      )
    }),
  )
  return lists.flat()
}
