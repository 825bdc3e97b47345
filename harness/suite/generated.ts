/** Generated sessions of a run: every driver meets the same ones, the results are counted, the first failure of a rule is made small and saved. Not here: counting (generated-tally.ts), shrinking (generated-shrink.ts). */

import type { Driver } from '../driver/driver.ts'
import { defaultLimits } from '../driver/run-driver.ts'
import type { SpellingRange } from '../turn/arbitrary.ts'
import type { CaseName } from '../verdict/case-id.ts'
import { judge } from '../verdict/judge.ts'
import type { Result } from '../verdict/result.ts'
import { wireNames, type WireName } from '../wire/wire.ts'
import { writers } from '../wire/wires.ts'
import { plannedSession, prepareSession, runSession, type SessionOptions } from './generated-case.ts'
import { drawSessions, type DrawnSession, type Session } from './generated-session.ts'
import { shrinkSession } from './generated-shrink.ts'
import { SessionTally } from './generated-tally.ts'
import { isSelected, type Selection } from './plan.ts'
import { featuresOf, type FeatureNote } from './capability-gate.ts'
import type { CaseRun } from './run-case.ts'
import { factsOf, type TriggerLines } from './trigger-lines.ts'
import { witnessId, type Witness } from './witness.ts'

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
  /** Called after each session and driver. */
  onResults?: (results: readonly Result[]) => void
}

export type GeneratedInput = Partial<GeneratedOptions> & {
  drivers: readonly Driver[]
  selection: Selection
  lines: Pick<TriggerLines, 'judge'>
  run?: SessionOptions
  /** Called after each case. */
  onCase?: (driver: Driver, wire: WireName, outcome: { name: CaseName; features: FeatureNote }) => void
}

export type GeneratedRun = { results: Result[]; cases: number }

/** Runs the sessions of every wire that one of the selected drivers speaks; none where none are asked for. */
export async function runGenerated(given: GeneratedInput): Promise<GeneratedRun> {
  const input = { ...given, runs: given.runs ?? 0, seed: given.seed ?? 1 }
  const { part } = input
  const shard = part ? `-part-${part.index}-of-${part.of}` : ''
  const tally = new SessionTally(`generated-${input.seed}${shard}`)
  if (input.runs === 0) return { results: [], cases: 0 }
  for (const wire of wireNames) {
    const drivers = input.drivers.filter(({ wires, name }) => wires.includes(wire) && isChosen(name, input))
    if (drivers.length > 0 && writers[wire] && mayBeSelected(wire, input))
      await runWire(wire, drivers, tally, input)
  }
  return { results: tally.results(), cases: tally.cases }
}

type Input = GeneratedInput & GeneratedOptions

function isChosen(driver: string, { selection }: Input): boolean {
  return selection.drivers.length === 0 || selection.drivers.includes(driver)
}

/** Spares the drawing where every pattern plainly means something else. */
function mayBeSelected(wire: WireName, { selection, seed }: Input): boolean {
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

async function runWire(
  wire: WireName,
  drivers: readonly Driver[],
  tally: SessionTally,
  input: Input,
): Promise<void> {
  const { seed, runs, range = 'legal', part } = input
  const unended = new Map<Driver, number>()
  for (const session of drawSessions(wire, range, seed, 0, runs)) {
    if (input.signal?.aborted) return
    if (part && session.number % part.of !== part.index - 1) continue
    const prepared = prepareSession(session, `generated-${seed}-${session.number}`)
    for (const driver of drivers) {
      const planned = plannedSession(prepared, driver)
      const isGivenUp = (unended.get(driver) ?? 0) >= mostUnended.drawn
      if (isGivenUp || !isSelected(planned.name, input.selection)) continue
      const run = await runSession(prepared, planned, input.run)
      if (isUnended(run)) unended.set(driver, (unended.get(driver) ?? 0) + 1)
      input.onCase?.(driver, wire, { name: planned.name, features: featuresOf(run) })
      const results = judgeSession(run, input).filter((result) => isSelected(result, input.selection))
      input.onResults?.(results)
      for (const result of tally.add(results)) {
        await keep(result, { session, number: session.number, driver }, input)
      }
    }
  }
}

/** A converter that hangs or floods costs seconds a run: after so many such runs it is given up, its fails stand. */
const mostUnended = { drawn: 3, shrunk: 4 }
/** Milliseconds; a converter that answers at all answers sooner, and the first run waited longer. */
const hangMsWhileShrinking = 1_000

function isUnended({ trace: { end } }: CaseRun): boolean {
  return end.how === 'hung' || end.how === 'flooded'
}

function judgeSession(run: CaseRun, { lines }: Pick<GeneratedInput, 'lines'>): Result[] {
  const facts = factsOf(run.case)
  const results = judge(run.case.name, 'generated', run.answers)
  return facts ? results.map((result) => lines.judge(result, facts)) : results
}

type Failed = { session: DrawnSession; number: number; driver: Driver }

/** Makes the first failure of a rule small and keeps it; the result then names its witness. */
async function keep(result: Result, { session, number, driver }: Failed, input: Input): Promise<void> {
  const { save, seed, range = 'legal' } = input
  if (!save) return
  const { rule, status } = result
  const given = input.run?.limits ?? defaultLimits
  const limits = { ...given, hangMs: Math.min(given.hangMs, hangMsWhileShrinking) }
  let left = mostUnended.shrunk
  const shows = async (smaller: Session | DrawnSession): Promise<boolean> => {
    if (left === 0) return false
    const prepared = prepareSession(smaller, 'shrunk')
    const run = await runSession(prepared, plannedSession(prepared, driver), { ...input.run, limits })
    if (isUnended(run)) left -= 1
    return judgeSession(run, input).some((other) => other.rule === rule && other.status === status)
  }
  const small = await shrinkSession({ session, seed, number }, range, driver, shows)
  const witness = { driver: driver.name, rule, session: small }
  result.witness = { folder: await save(witness), id: witnessId(witness) }
}
