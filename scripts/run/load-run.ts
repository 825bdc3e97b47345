/** Everything a run is made of, loaded from what the command line names. A worker loads the same from the same words. */

import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  caseId,
  isBrief as leavesOut,
  loadSources,
  parsePattern,
  PatternError,
  planCases,
  TriggerLines,
  type BlockSettings,
  type CaseGroup,
  type Driver,
  type Extent,
  type KnownFailing,
  type RefusedFile,
  type Selection,
  type Source,
  type SpellingRange,
} from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { loadDrivers, mustKnowDrivers } from './load-drivers.ts'
import { loadLines } from './load-lines.ts'
import { partOf, type Shard } from './shard.ts'

/** Where a run saves its witnesses and looks for earlier ones, from the current folder. */
export const defaultWitnesses = 'witnesses'

/** Plain data, so that it can be sent to another process. */
export type RunSpec = {
  /** Driver files; none stands for the drivers that ship. */
  driverFiles: readonly string[]
  /** Folders of recordings beside those that ship. */
  folders: readonly string[]
  /** Case patterns. */
  cases: readonly string[]
  /** Driver names. */
  drivers: readonly string[]
  /** How many sessions are drawn per wire, and from which seed. */
  generated?: { runs: number; seed: number; dialects: boolean }
  /** Folder of the witnesses that runs here have saved; it need not exist. */
  witnesses?: string
  /** Files of known-failing lines beside those of the drivers. */
  knownFailing?: readonly string[]
  /** Recordings meet every delivery, not the few that a brief run has time for. */
  allDeliveries?: boolean
  /** The part of the run to do. */
  shard?: Shard
}

export type LoadedRun = {
  drivers: Driver[]
  /** Files of known-failing lines that belong to the drivers. */
  knownFailing: string[]
  sources: Source[]
  refused: RefusedFile[]
  selection: Selection
}

/** @throws UsageError for a name, file, folder or pattern that is wrong; DriverStartError for a driver that throws at import. */
export async function loadRun(spec: RunSpec): Promise<LoadedRun> {
  const selection = { cases: spec.cases.map(readPattern), drivers: spec.drivers }
  const { drivers, knownFailing, witnesses } = await loadDrivers(spec.driverFiles)
  mustKnowDrivers(spec.drivers, drivers)
  for (const folder of spec.folders) await mustExist(folder)
  const folders = spec.witnesses === undefined ? witnesses : [spec.witnesses, ...witnesses]
  const { sources, refused } = await loadSources(
    {
      recordings: spec.folders,
      witnesses: [...new Set(folders.map((folder) => resolve(folder)))],
      shipped: spec.driverFiles.length === 0,
    },
    extentOf(spec),
  )
  return { drivers, knownFailing, sources, refused, selection }
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`--recordings: \`${path}\` does not exist.`)
}

function extentOf({ allDeliveries = false, cases }: RunSpec): Extent {
  return { allDeliveries, cases }
}

/** A brief run leaves deliveries out, so it cannot tell that a known-failing line matches nothing. */
export function isBrief(spec: RunSpec): boolean {
  return leavesOut(extentOf(spec))
}

/** Whether every case of every driver is asked for. */
export function isUnfiltered({ cases, drivers }: RunSpec): boolean {
  return cases.length === 0 && drivers.length === 0
}

/** The groups of a run, or of its shard: a shard has all drivers of a recording. */
export function groupsOf({ drivers, sources, selection }: LoadedRun, shard: Shard | undefined): CaseGroup[] {
  const groups = planCases(drivers, sources, selection)
  return partOf([...Map.groupBy(groups, ({ cases }) => cases[0]?.recording).values()], shard).flat()
}

/** A digest of what all shards of the run divide among them: the cases, and how much each of their recordings holds. */
export function planDigest({ drivers, sources, selection }: LoadedRun): string {
  const hash = createHash('sha256')
  for (const { cases } of planCases(drivers, sources, selection)) {
    for (const { name, recording } of cases)
      hash.update(`${caseId(name)} ${recording.response?.body.length ?? 0}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** The lines that excuse something in the run. @throws UsageError for a file that cannot be read, or a line that is wrong. */
export function linesOf({ knownFailing }: LoadedRun, spec: RunSpec): Promise<KnownFailing[]> {
  return loadLines([...knownFailing, ...(spec.knownFailing ?? [])])
}

/** What a process needs to run sessions that the run draws. */
export async function blockSettings(loaded: LoadedRun, spec: RunSpec): Promise<BlockSettings> {
  const lines = new TriggerLines(await linesOf(loaded, spec), loaded.sources)
  const { seed, range } = drawnOf(spec)
  return { ...loaded, lines, seed, range, ...(spec.shard && { part: spec.shard }) }
}

export function drawnOf({ generated }: RunSpec): { runs: number; seed: number; range: SpellingRange } {
  const { runs = 0, seed = 1, dialects = false } = generated ?? {}
  return { runs, seed, range: dialects ? 'any' : 'legal' }
}

function readPattern(text: string) {
  try {
    return parsePattern(text)
  } catch (error) {
    throw error instanceof PatternError ? new UsageError(`--case: ${error.message}`) : error
  }
}
