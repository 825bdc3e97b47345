/** A whole run, from drivers and recordings to judged results. Not here: reading files (harness/recording), printing (harness/report). */

import type { RuleAnswer, Told } from '../checks/check.ts'
import type { Driver } from '../driver/driver.ts'
import type { RunInput } from '../driver/run-driver.ts'
import { asRecorded, perEvent } from '../replay/rechunk.ts'
import type { Delivered } from '../replay/delivery.ts'
import type { Recording } from '../recording/format.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, type KnownFailing, type LineFault } from '../verdict/known-failing.ts'
import { summarise, type Result, type Summary } from '../verdict/result.ts'
import { wireOf } from '../wire/wires.ts'
import { CapabilityGate } from './capability-gate.ts'
import { checkGolden, obsoleteGoldens, writeGolden } from './golden.ts'
import {
  isSelected,
  planCases,
  type CaseGroup,
  type PlannedCase,
  type Selection,
  type Source,
} from './plan.ts'
import { checkTurns, type TurnFault } from './reviewed-turns.ts'
import { runCase, type CaseRun } from './run-case.ts'
import { readDelivered, type Truth } from './truth.ts'

export type SuiteInput = {
  drivers: readonly Driver[]
  sources: readonly Source[]
  selection?: Selection
  knownFailing?: readonly KnownFailing[]
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
  run?: Pick<RunInput, 'limits' | 'transport'>
  /** Called after each case. */
  onCase?: (run: CaseRun, results: readonly Result[]) => void
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

/** Runs the suite. What a converter does wrong is in the results; this throws only for faults of its input. */
export async function runSuite(input: SuiteInput): Promise<SuiteRun> {
  const selection = input.selection ?? everything
  const unfiltered = selection.cases.length === 0 && selection.drivers.length === 0
  const results: Result[] = []
  const updated: string[] = []
  const gates = new Map<string, { group: CaseGroup; gate: CapabilityGate }>()
  const readTruth = truthCache()
  let cases = 0

  for (const group of planCases(input.drivers, input.sources, selection)) {
    const { gate } = getOrMake(gates, `${group.driver.name} ${group.wire}`, () => ({
      group,
      gate: new CapabilityGate(group.driver, group.wire),
    }))
    for await (const { run, answers, wrote } of runGroup(group, input, readTruth)) {
      gate.note(run)
      if (wrote !== undefined) updated.push(wrote)
      const judged = judge(run.case.name, shownBy(run.case.recording), [...run.answers, ...answers]).filter(
        (result) => isSelected(result, selection),
      )
      results.push(...judged)
      cases += 1
      input.onCase?.(run, judged)
    }
  }
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

type GroupStep = { run: CaseRun; answers: RuleAnswer[]; wrote?: string }

/** The cases of one driver over one recording: the recorded delivery first, since the others are compared with it. */
async function* runGroup(
  group: CaseGroup,
  input: SuiteInput,
  readTruth: (planned: PlannedCase, delivered: Delivered) => Truth,
): AsyncGenerator<GroupStep> {
  let reference: Told | undefined
  for (const planned of group.cases) {
    if (planned.delivery.name === asRecorded.name) {
      const run = await runCase(planned, {
        ...input.run,
        readTruth,
        probeBeside: perEvent.apply(group.neighbour),
      })
      reference = { trace: run.trace, assembled: run.assembled }
      yield await withGolden(run, input.update ?? false)
    } else {
      reference ??= await referenceOf(planned, input)
      yield { run: await runCase(planned, { ...input.run, readTruth, reference }), answers: [] }
    }
  }
}

async function withGolden(run: CaseRun, update: boolean): Promise<GroupStep> {
  if (!update) return { run, answers: [await checkGolden(run)] }
  const { recording, driver } = run.case
  const wrote = await writeGolden(run)
  return { run, answers: [], ...(wrote ? { wrote: `${recording.name}/golden/${driver.name}.ndjson` } : {}) }
}

async function referenceOf(planned: PlannedCase, input: SuiteInput): Promise<Told> {
  const { trace, assembled } = await runCase({ ...planned, delivery: asRecorded }, input.run)
  return { trace, assembled }
}

/** Three drivers meet the same deliveries: their truth is read once. */
function truthCache(): (planned: PlannedCase, delivered: Delivered) => Truth {
  const cache = new WeakMap<Recording, Map<string, Truth>>()
  return ({ recording, delivery, wire }, delivered) => {
    const ofRecording = getOrMake(cache, recording, () => new Map<string, Truth>())
    return getOrMake(ofRecording, delivery.name, () => readDelivered(wireOf(wire), delivered))
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

function shownBy({ provenance }: Recording): Result['shownBy'] {
  if (provenance.kind !== 'written') return provenance.kind
  return provenance.by === 'generator' ? 'generated' : 'written'
}
