/** Everything a run is made of, loaded from what the command line names. A worker loads the same from the same words. */

import { resolve } from 'node:path'
import {
  briefSource,
  loadWitnesses,
  parsePattern,
  PatternError,
  planCases,
  situationSource,
  TriggerLines,
  type BlockSettings,
  type CaseGroup,
  type Driver,
  type KnownFailing,
  type LoadedWitnesses,
  type RefusedFile,
  type Selection,
  type Source,
  type SpellingRange,
} from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { loadDrivers, mustKnowDrivers } from './load-drivers.ts'
import { loadLines } from './load-lines.ts'
import { loadSources } from './load-sources.ts'
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
  const { sources, refused } = await loadSources(spec.folders, spec.driverFiles.length === 0)
  const folders = spec.witnesses === undefined ? witnesses : [spec.witnesses, ...witnesses]
  const saved = await Promise.all([...new Set(folders.map((folder) => resolve(folder)))].map(loadWitnesses))
  const played = [...sources, situationSource(namesDelivery(spec))]
  return {
    drivers,
    knownFailing,
    sources: [...saved.map(sourceOf), ...(isBrief(spec) ? played.map(briefly) : played)],
    refused: [...saved.flatMap((loaded) => loaded.refused), ...refused],
    selection,
  }
}

/** A brief run leaves deliveries out, so it cannot tell that a known-failing line matches nothing. */
export function isBrief(spec: RunSpec): boolean {
  return !spec.allDeliveries && !namesDelivery(spec)
}

/** Whether every case of every driver is asked for. */
export function isUnfiltered({ cases, drivers }: RunSpec): boolean {
  return cases.length === 0 && drivers.length === 0
}

/**
 * Recordings meet four deliveries beside the recorded one, situations one; an answer that fails is the same in any chunks.
 * Only recordings run beside one another: what two streams have to mix in a converter, text, reasoning and calls, they hold.
 */
const brevity: Readonly<Record<string, { more: number; alone: boolean }>> = {
  situations: { more: 1, alone: true },
  'error situations': { more: 0, alone: true },
  requests: { more: 0, alone: true },
}

function briefly(source: Source): Source {
  const { more, alone } = brevity[source.label] ?? { more: 4, alone: false }
  return { ...briefSource(source, more), alone }
}

/** Whether a case is asked for by its delivery, which need not be among the few: the command that shows a result again does. */
function namesDelivery({ cases }: RunSpec): boolean {
  return cases.some((text) => /^[^/]+\/[^/]+\/[a-z0-9-]+(?:@|:|$)/.test(text))
}

function sourceOf({ recordings, witnesses }: LoadedWitnesses): Source {
  return { label: 'witnesses', shipped: false, recordings, witnesses }
}

/** The groups of a run, or of its shard. */
export function groupsOf({ drivers, sources, selection }: LoadedRun, shard: Shard | undefined): CaseGroup[] {
  return partOf(planCases(drivers, sources, selection), shard)
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
