/** Runs a block of generated sessions through their converters and counts what comes out. Plain data goes in and comes out, so that a block can run in another process. Not here: which blocks there are (run-generated.ts). */

import { ofOwner } from '../../driver/background.ts'
import type { Driver } from '../../driver/driver.ts'
import type { SpellingRange } from '../../turn/arbitrary.ts'
import { judge } from '../../verdict/judge.ts'
import type { FeatureEntry } from '../../verdict/features.ts'
import type { Result } from '../../verdict/result.ts'
import type { WireName } from '../../wire/wire.ts'
import { entryOf, featuresOf, noteFeatures } from '../capability-gate.ts'
import { brokenOutcome, diedOutcome, notRunOutcome } from '../untraced.ts'
import {
  plannedSession,
  prepareSession,
  runSession,
  type PreparedSession,
  type SessionOptions,
} from './case.ts'
import { drawnName, drawSessions } from './session.ts'
import { SessionTally, type TallyData } from './tally.ts'
import { isSelected, type PlannedCase, type Selection } from '../plan.ts'
import type { CaseRun } from '../run-case.ts'
import { factsOf, type TriggerLines } from '../trigger-lines.ts'
import { triggerWords, type TriggerWords } from '../written-trigger.ts'

/** Sessions `from` (included) to `to` (excluded) of a wire. */
export type SessionBlock = {
  wire: WireName
  from: number
  to: number
  /** Driver -> how many runs of it, in other blocks of the wire, did not end. */
  unended: Record<string, number>
  /** Runs that ended their process, as a first try found out; `cause` completes "the converter did not settle: ". */
  deaths: readonly { number: number; driver: string; cause: string }[]
}

export type BlockOutcome = {
  tally: TallyData
  features: FeatureEntry[]
  /** Driver -> how many of these runs did not end. */
  unended: Record<string, number>
}

/** What the blocks of a run have in common. */
export type BlockSettings = {
  drivers: readonly Driver[]
  selection: Selection
  lines: Pick<TriggerLines, 'judge'>
  seed: number
  range: SpellingRange
  /** Draw every `of`-th session only, from the `index`-th on, counted from 1. */
  part?: { index: number; of: number }
  run?: SessionOptions
  /** Ends the block after the run that is under way. */
  signal?: AbortSignal
  /** Called before each run, with the number of its session. */
  onStart?: (number: number, driver: string) => void
}

/** A converter that hangs or floods costs seconds a run, one that ends its process more: after so many such runs it is given up. Its fails stand, and every session it was not given is one more. */
const mostUnended = 3
const givenUp = `it was given up after ${mostUnended} runs that did not settle`

export async function runBlock(block: SessionBlock, settings: BlockSettings): Promise<BlockOutcome> {
  const running = new RunningBlock(block, settings)
  const { seed, range, part } = settings
  for (const session of drawSessions(block.wire, range, seed, block.from, block.to)) {
    if (part && session.number % part.of !== part.index - 1) continue
    const prepared = prepareSession(session, drawnName(seed, session.number))
    for (const driver of driversOn(block.wire, settings)) {
      if (settings.signal?.aborted) return running.outcome()
      await running.run(prepared, session.number, driver)
    }
  }
  return running.outcome()
}

/** The selected drivers of a wire. */
export function driversOn(wire: WireName, { drivers, selection }: BlockSettings): Driver[] {
  const isChosen = (name: string) => selection.drivers.length === 0 || selection.drivers.includes(name)
  return drivers.filter(({ wires, name }) => wires.includes(wire) && isChosen(name))
}

class RunningBlock {
  readonly #block: SessionBlock
  readonly #settings: BlockSettings
  readonly #tally: SessionTally
  readonly #entries: Map<Driver, FeatureEntry>
  readonly #unended: Record<string, number> = {}

  constructor(block: SessionBlock, settings: BlockSettings) {
    this.#block = block
    this.#settings = settings
    this.#tally = new SessionTally(`generated-${settings.seed}`)
    this.#entries = new Map(
      driversOn(block.wire, settings).map((driver) => [driver, entryOf(driver, block.wire)]),
    )
  }

  outcome(): BlockOutcome {
    return { tally: this.#tally.data(), features: [...this.#entries.values()], unended: this.#unended }
  }

  async run(prepared: PreparedSession, number: number, driver: Driver): Promise<void> {
    const { selection, onStart, run: options } = this.#settings
    const planned = plannedSession(prepared, driver)
    if (!isSelected(planned.name, selection)) return
    if (this.#isGivenUp(driver)) return this.#addNotRun(planned)
    const death = this.#block.deaths.find((each) => each.number === number && each.driver === driver.name)
    if (death !== undefined) {
      this.#count(driver)
      return this.#add(diedOutcome(planned, death.cause).results, number)
    }
    onStart?.(number, driver.name)
    await ofOwner(planned.name, async () => {
      try {
        this.#take(await runSession(prepared, planned, options), number)
      } catch (error) {
        this.#add(brokenOutcome(planned, error).results, number)
      }
    })
  }

  #take(run: CaseRun, number: number): void {
    const { driver, name } = run.case
    if (isUnended(run)) this.#count(driver)
    const entry = this.#entries.get(driver)
    if (entry) noteFeatures(entry, { name, features: featuresOf(run) })
    this.#add(judgeSession(run, this.#settings), number, wordsOf(run.case))
  }

  #isGivenUp({ name }: Driver): boolean {
    return (this.#block.unended[name] ?? 0) + (this.#unended[name] ?? 0) >= mostUnended
  }

  #count({ name }: Driver): void {
    this.#unended[name] = (this.#unended[name] ?? 0) + 1
  }

  #add(results: readonly Result[], number: number, words?: TriggerWords): void {
    this.#tally.add(this.#selected(results), number, words)
  }

  /** Counted only: there is nothing to make small. */
  #addNotRun(planned: PlannedCase): void {
    this.#tally.count(this.#selected(notRunOutcome(planned, givenUp).results))
  }

  #selected(results: readonly Result[]): Result[] {
    return results.filter((result) => isSelected(result, this.#settings.selection))
  }
}

function wordsOf({ session, delivery }: PlannedCase): TriggerWords | undefined {
  return session && triggerWords({ ...session, delivery: delivery.name })
}

export function isUnended({ trace: { end } }: CaseRun): boolean {
  return end.how === 'hung' || end.how === 'flooded'
}

export function judgeSession(run: CaseRun, { lines }: Pick<BlockSettings, 'lines'>): Result[] {
  const facts = factsOf(run.case)
  const results = judge(run.case.name, 'generated', run.answers)
  return facts ? results.map((result) => lines.judge(result, facts)) : results
}
