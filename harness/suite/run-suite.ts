/** A whole run, from drivers and recordings to judged results. Not here: reading files (harness/recording), printing (harness/report). */

import { setTimeout as delay } from 'node:timers/promises'
import { onLateFailure, type LateFailure } from '../driver/background.ts'
import type { Driver } from '../driver/driver.ts'
import type { RunInput } from '../driver/run-driver.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { gateName, judgeFeatures, mergeFeatures, type FeatureEntry } from '../verdict/features.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, type KnownFailing, type LineFault, type LineUse } from '../verdict/known-failing.ts'
import { summarise, type Result, type Summary } from '../verdict/result.ts'
import { entryOf, noteFeatures } from './capability-gate.ts'
import { factsOfDrawn } from './generated/late-session.ts'
import { drawOf, runGenerated, type GeneratedOptions } from './generated/run-generated.ts'
import type { FailedSessions } from './generated/tally.ts'
import { obsoleteGoldens } from './golden.ts'
import { impossibleUses, mustDeclarePossible } from './impossible.ts'
import { sortFailures, strayTexts, withLate, withLateDrawn } from './late.ts'
import { CaseCount } from './case-count.ts'
import { missingResults, summedMissing, type Missing } from '../verdict/missing.ts'
import { isSelected, planCases, type CaseGroup, type Selection, type Source } from './plan.ts'
import { checkTurns, type TurnFault } from './reviewed-turns.ts'
import type { CaseOutcome } from './case-outcome.ts'
import { GroupRun, type GroupOptions } from './run-group.ts'
import { shownBy } from './shown-by.ts'
import { mustKnowRules, TriggerLines } from './trigger-lines.ts'

export type SuiteInput = {
  drivers: readonly Driver[]
  sources: readonly Source[]
  selection?: Selection
  knownFailing?: readonly KnownFailing[]
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
  /** Sessions to draw and run behind the stored cases. */
  generated?: GeneratedOptions
  run?: Pick<RunInput, 'limits' | 'transport'>
  /** Called after each case. */
  onCase?: (outcome: CaseOutcome) => void
  /** Where the cases run; default: in this process. */
  execute?: Execute
  /** The groups to run, where they are not all of the plan. */
  groups?: readonly CaseGroup[]
  /** Only a part of the plan is run, or it may be ended early: what was not shown may be shown by another part. */
  partial?: boolean | (() => boolean)
  /** Not every delivery is run: a known-failing line may speak of one that was left out. */
  brief?: boolean
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
  features: FeatureEntry[]
  lines: LineUse[]
  /** Cases of the plan that gave no results, although the run was not ended. */
  missing: Missing[]
  /** Generated sessions that failed, of which known-failing lines may be written. */
  failed: FailedSessions[]
  /** What failed in the background, and of which no run can be told. */
  strays: string[]
}

/** What the last cases have started in the background has so long to fail. */
export const lateMs = 100

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

/**
 * Runs the suite. What a converter does wrong is in the results; this throws only for faults of its input.
 * @throws KnownFailingError for a line that names a rule, a trigger or a witness there is not.
 */
export async function runSuite(input: SuiteInput): Promise<SuiteRun> {
  const late: LateFailure[] = []
  const stopHearing = onLateFailure((failure) => late.push(failure))
  try {
    return await runHearing(input, late)
  } finally {
    stopHearing()
  }
}

/** `late`: what fails in no trace that is judged, as it comes. */
async function runHearing(input: SuiteInput, late: readonly LateFailure[]): Promise<SuiteRun> {
  const { knownFailing = [], selection = everything } = input
  mustKnowRules(knownFailing)
  mustDeclarePossible(input.drivers)
  const lines = new TriggerLines(knownFailing, input.sources)
  const unfiltered = selection.cases.length === 0 && selection.drivers.length === 0
  const stored = await runStored(input, selection, lines)
  const { results, cases, updated } = stored
  const drawn = await runGenerated({
    ...input.generated,
    ...pickDrawn(input),
    selection,
    lines,
  })
  if (cases + drawn.cases > 0) await delay(lateMs)
  const failed = sortFailures(late)
  const features = mergeFeatures([...stored.features, ...drawn.features])
  const isWhole = unfiltered && !isPartial(input)
  for (const entry of features) {
    results.push(...judge(gateName(entry), 'written', [judgeFeatures(entry, isWhole)]))
  }
  results.push(...(await obsolete(input, unfiltered)))
  const meetsAll = isWhole && !input.brief
  const excused = excuse(withLate(results, failed.stored, selection), knownFailing, meetsAll)
  const hold = (result: Result) => holdDrawn(result, lines, input)
  const all = [...excused.results, ...withLateDrawn(drawn.results, failed.drawn, hold)]
  const isEnded = input.generated?.signal?.aborted ?? false
  const missing = isEnded ? [] : summedMissing([...stored.missing, ...drawn.missing])
  const impossible = impossibleUses(driversOf(input, selection), results)
  return {
    results: all,
    summary: summarise(all, missingResults(missing)),
    cases: cases + drawn.cases,
    lineFaults: [...excused.faults, ...(meetsAll ? [...lines.unmatched(), ...unmet(impossible)] : [])],
    turnFaults: await checkTurns(input.sources),
    updated,
    features,
    lines: [...excused.lines, ...lines.uses(), ...impossible],
    missing,
    failed: drawn.failed,
    strays: strayTexts(failed.others, all),
  }
}

/** Runs the stored cases; their results are held against the lines about sessions only, which a witness may show. */
async function runStored(input: SuiteInput, selection: Selection, lines: TriggerLines) {
  const results: Result[] = []
  const updated: string[] = []
  const entries = new Map<string, FeatureEntry>()
  let cases = 0
  const groups = input.groups ?? planCases(input.drivers, input.sources, selection)
  const count = new CaseCount(groups)
  const options = { ...input.run, update: input.update ?? false }
  await (input.execute ?? runHere)(groups, options, (group, outcome) => {
    const { driver, wire } = group
    noteFeatures(
      getOrMake(entries, `${driver.name} ${wire}`, () => entryOf(driver, wire)),
      outcome,
    )
    if (outcome.wrote !== undefined) updated.push(outcome.wrote)
    const selected = outcome.results.filter((result) => isSelected(result, selection))
    results.push(...selected.map((result) => lines.judgeCase(group.cases, result)))
    cases += 1
    count.done(group)
    input.onCase?.(outcome)
  })
  return { results, updated, cases, features: [...entries.values()], missing: count.missing() }
}

/** The lines about sessions, held against the result of a session that failed late. */
function holdDrawn(result: Result, lines: TriggerLines, { generated, drivers }: SuiteInput): Result {
  const facts = factsOfDrawn(result, { drivers, ...drawOf(generated ?? {}) })
  return facts ? lines.judge(result, facts) : result
}

function pickDrawn({ drivers, run }: SuiteInput) {
  return { drivers, ...(run && { run }) }
}

function isPartial({ partial = false }: SuiteInput): boolean {
  return typeof partial === 'function' ? partial() : partial
}

/** The drivers that were asked for. */
function driversOf({ drivers }: SuiteInput, selection: Selection): Driver[] {
  return drivers.filter(({ name }) => selection.drivers.length === 0 || selection.drivers.includes(name))
}

function unmet(uses: readonly LineUse[]): LineFault[] {
  return uses
    .filter(({ matched }) => !matched)
    .map(({ place, pattern }) => ({
      place,
      message: `\`${pattern}\` matches no result that ran. Remove the declaration, or correct its pattern.`,
    }))
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
