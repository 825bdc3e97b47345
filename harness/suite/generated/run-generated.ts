/** Generated sessions of a run: every driver meets the same ones, in blocks, here or in other processes; the first failure of each rule is made small and saved. Not here: running a block (block.ts), counting (tally.ts), shrinking (found.ts). */

import type { Driver } from '../../driver/driver.ts'
import type { SpellingRange } from '../../turn/arbitrary.ts'
import type { FeatureEntry } from '../../verdict/features.ts'
import type { Result } from '../../verdict/result.ts'
import { wireNames, type WireName } from '../../wire/wire.ts'
import { writers } from '../../wire/wires.ts'
import { driversOn, runBlock, type BlockOutcome, type BlockSettings, type SessionBlock } from './block.ts'
import type { SessionOptions } from './case.ts'
import { shrinkFound, type FoundFailure } from './found.ts'
import type { Session } from './session.ts'
import { SessionTally, summed, type FailedSessions, type First } from './tally.ts'
import type { Selection } from '../plan.ts'
import type { TriggerLines } from '../trigger-lines.ts'
import type { Missing } from '../../verdict/missing.ts'
import { witnessId, type Witness } from '../witness.ts'

/** What the caller wants drawn. */
export type GeneratedOptions = {
  /** Sessions per wire; each driver of the wire meets all of them. */
  runs: number
  seed: number
  /** Default: legal spellings only. */
  range?: SpellingRange
  /** Keeps a counterexample; gives the place where. Default: none is kept, and failures are not made small. */
  save?: (witness: Witness) => Promise<string>
  /** Draw every `of`-th session only, from the `index`-th on, counted from 1. */
  part?: { index: number; of: number }
  /** Ends the run after the session that is under way. */
  signal?: AbortSignal
  /** Called after each block of sessions. */
  onBlock?: (wire: WireName, done: { cases: number; unexpected: number }) => void
  /** Where the sessions run; default: in this process. */
  execute?: DrawExecute
}

/** Runs blocks, and makes failures small. `block` is asked for when its turn comes; nothing comes of it where the run was ended. */
export type DrawExecute = {
  block(makeBlock: () => SessionBlock): Promise<BlockOutcome | undefined>
  shrink(found: FoundFailure): Promise<Session>
}

export type GeneratedInput = Partial<GeneratedOptions> & {
  drivers: readonly Driver[]
  selection: Selection
  lines: Pick<TriggerLines, 'judge'>
  run?: SessionOptions
}

export type GeneratedRun = {
  results: Result[]
  cases: number
  features: FeatureEntry[]
  /** What failed, of which known-failing lines may be written. */
  failed: FailedSessions[]
  /** What was planned, and gave no results although the run was not ended. */
  missing: Missing[]
}

/** Sessions of a block: enough to be worth a message to another process, few enough to run again where one ends that process. */
const blockSessions = 32

/** Runs the sessions of every wire that one of the selected drivers speaks; none where none are asked for. */
export async function runGenerated(given: GeneratedInput): Promise<GeneratedRun> {
  const settings = drawSettings(given)
  const { part, seed } = settings
  const { runs = 0, execute = inThisProcess(settings) } = given
  const wires = wireNames.filter((wire) => isDrawn(wire, settings))
  const unended = new Map<WireName, Record<string, number>>(wires.map((wire) => [wire, {}]))
  const blocks = wires.flatMap((wire) => blocksOf(wire, runs))
  const outcomes = await Promise.all(
    blocks.map(async (block) => {
      const ofWire = unended.get(block.wire) ?? {}
      const outcome = await execute.block(() => ({ ...block, unended: { ...ofWire }, deaths: [] }))
      for (const [driver, count] of Object.entries(outcome?.unended ?? {}))
        ofWire[driver] = (ofWire[driver] ?? 0) + count
      if (outcome) given.onBlock?.(block.wire, summed(outcome.tally))
      return outcome
    }),
  )
  const lost = blocks.filter((_, at) => outcomes[at] === undefined && !given.signal?.aborted)
  const done = outcomes.filter((outcome) => outcome !== undefined)
  const tally = new SessionTally(`generated-${seed}${part ? `-part-${part.index}-of-${part.of}` : ''}`)
  for (const outcome of done) tally.merge(outcome.tally)
  for (const first of tally.firsts()) await keep(first, execute, given)
  return {
    results: tally.results(),
    cases: tally.cases,
    failed: tally.failed(),
    features: done.flatMap(({ features }) => features),
    missing: lost.flatMap((block) => missingOf(block, settings)),
  }
}

/** At most: a selection may leave sessions out, which only drawing them tells. */
function missingOf(
  { wire, from, to }: Pick<SessionBlock, 'wire' | 'from' | 'to'>,
  settings: BlockSettings,
): Missing[] {
  return driversOn(wire, settings).map(({ name }) => ({ driver: name, wire, cases: to - from }))
}

/** What the blocks of a run have in common. */
export function drawSettings(given: GeneratedInput): BlockSettings {
  return { ...given, ...drawOf(given) }
}

/** What is drawn where the caller does not say. */
export function drawOf({ seed = 1, range = 'legal' }: Pick<GeneratedInput, 'seed' | 'range'>) {
  return { seed, range }
}

function blocksOf(wire: WireName, runs: number): Pick<SessionBlock, 'wire' | 'from' | 'to'>[] {
  return Array.from({ length: Math.ceil(runs / blockSessions) }, (_, at) => {
    const from = at * blockSessions
    return { wire, from, to: Math.min(runs, from + blockSessions) }
  })
}

/** One after the other. */
function inThisProcess(settings: BlockSettings): DrawExecute {
  let last: Promise<unknown> = Promise.resolve()
  return {
    block(makeBlock) {
      const run = last.then(() => (settings.signal?.aborted ? undefined : runBlock(makeBlock(), settings)))
      last = run
      return run
    },
    shrink: (found) => shrinkFound(found, settings),
  }
}

/** Spares the drawing where every pattern plainly means something else. */
function isDrawn(wire: WireName, settings: BlockSettings): boolean {
  const { selection, seed } = settings
  if (driversOn(wire, settings).length === 0 || !writers[wire]) return false
  if (selection.cases.length === 0) return true
  const isPlain = (text: string | undefined): text is string =>
    text !== undefined && /^[a-z0-9-]+$/.test(text)
  return selection.cases.some(({ text }) => {
    const [onWire, recording] = text.split('/')
    return (
      (!isPlain(onWire) || onWire === wire) &&
      (!isPlain(recording) || recording.startsWith(`generated-${seed}-`))
    )
  })
}

/** Makes the first failure of a rule small and keeps it; the result then names its witness. */
async function keep({ result, number }: First, execute: DrawExecute, input: GeneratedInput): Promise<void> {
  const { save, signal } = input
  if (!save || signal?.aborted) return
  const { wire, driver, rule, status } = result
  const session = await execute.shrink({ wire: wire as WireName, number, driver, rule, status })
  const witness = { driver, rule, session }
  result.witness = { folder: await save(witness), id: witnessId(witness) }
}
