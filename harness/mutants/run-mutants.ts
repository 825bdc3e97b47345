/** Runs originals, controls and mutants over their recordings, and notes which rules find something. Not here: what follows from it (kill-matrix.ts). */

import { ruleIds } from '../checks/checks.ts'
import type { RuleAnswer, Told } from '../checks/check.ts'
import type { Driver } from '../driver/driver.ts'
import type { RunLimits } from '../driver/run-driver.ts'
import type { Recording } from '../recording/format.ts'
import { asRecorded } from '../replay/rechunk.ts'
import { entryOf, featuresOf, noteFeatures } from '../suite/capability-gate.ts'
import { checkGolden } from '../suite/golden.ts'
import { planCases, type CaseGroup } from '../suite/plan.ts'
import { requestSource, runRequestCase } from '../suite/requests/cases.ts'
import { runCase, type CaseRun } from '../suite/run-case.ts'
import { probesOf } from '../suite/run-group.ts'
import { judgeFeatures } from '../verdict/features.ts'
import type { WireName } from '../wire/wire.ts'
import { defaultDeliveries, madeRecordings, pickDeliveries } from './corpus.ts'
import type { Control, Mutant, Origin } from './mutant.ts'
import { originalsOf, type Subject } from './originals.ts'

/** The driver of an origin over a wire; undefined where it does not speak it. */
export type Origins = (origin: Origin, wire: WireName) => Driver | undefined

export type MutantInput = {
  origins: Origins
  /** The recordings that ship. */
  shipped: readonly Recording[]
  mutants: readonly Mutant[]
  controls: readonly Control[]
}

/** The rules beside those of harness/checks: they need more than one case, or a reviewed trace. */
export const allRules: readonly string[] = [...ruleIds, 'capabilities', 'golden']

/** What the rules found in one subject. */
export type Verdict = {
  id: string
  cases: number
  /** Rule -> its first finding, as `wire/recording/delivery: message`. */
  found: Map<string, string>
  /** Why it could not be run as planned, and rules that threw. */
  faults: string[]
}

export type MutantRun = { originals: Verdict[]; controls: Verdict[]; mutants: Verdict[] }

const unhurried: RunLimits = { hangMs: 5_000, maxParts: 100_000, maxCharacters: 1_000_000 }
const hurried = (hangMs: number): RunLimits => ({ hangMs, maxParts: 2_000, maxCharacters: 1_000_000 })

export async function runMutants(input: MutantInput): Promise<MutantRun> {
  const runner = new Runner(input.origins, [...input.shipped, ...madeRecordings()])
  const judged = async (subjects: readonly Subject[]) => {
    const verdicts: Verdict[] = []
    for (const subject of subjects) verdicts.push(await runner.judge(subject))
    return verdicts
  }
  return {
    originals: await judged(originalsOf([...input.mutants, ...input.controls])),
    controls: await judged(input.controls),
    mutants: await judged(input.mutants),
  }
}

class Runner {
  readonly #origins: Origins
  readonly #recordings: readonly Recording[]
  readonly #requests = requestSource()

  constructor(origins: Origins, recordings: readonly Recording[]) {
    this.#origins = origins
    this.#recordings = recordings
  }

  async judge(subject: Subject): Promise<Verdict> {
    const verdict: Verdict = { id: subject.id, cases: 0, found: new Map(), faults: [] }
    for (const [wire, names] of Object.entries(subject.shownBy) as [WireName, readonly string[] | 'all'][]) {
      const original = this.#origins(subject.origin ?? 'plain', wire)
      if (original === undefined) verdict.faults.push(`no \`${subject.origin}\` over \`${wire}\``)
      else await this.#judgeOver(wire, names, subject, subject.apply(original), verdict)
    }
    return verdict
  }

  async #judgeOver(
    wire: WireName,
    names: readonly string[] | 'all',
    subject: Subject,
    driver: Driver,
    verdict: Verdict,
  ): Promise<void> {
    const entry = entryOf(driver, wire)
    for (const planned of this.#requestCases(wire, names, driver)) {
      verdict.cases += 1
      note(verdict, `${wire}/${planned.recording.name}`, [await runRequestCase(planned, planned.asked, {})])
    }
    for (const group of this.#groups(wire, names, driver, subject, verdict)) {
      for (const run of await runGroup(group, subject.hangMs)) {
        verdict.cases += 1
        noteFeatures(entry, { name: run.case.name, features: featuresOf(run) })
        const isReference = run.case.delivery.name === asRecorded.name
        const golden = subject.withGolden && isReference ? [await checkGolden(run)] : []
        note(verdict, caseName(run), [...run.answers, ...golden])
      }
    }
    note(verdict, `${wire}/all`, [judgeFeatures(entry, names === 'all')])
  }

  /** Requests of the catalogue, by their names. */
  #requestCases(wire: WireName, names: readonly string[] | 'all', driver: Driver) {
    if (names === 'all') return []
    const cases = planCases([driver], [this.#requests], { cases: [], drivers: [] }).flatMap(
      ({ cases }) => cases,
    )
    return cases.flatMap((planned) => {
      const { asked } = planned
      const isChosen = planned.wire === wire && names.includes(planned.recording.name)
      return isChosen && asked ? [{ ...planned, asked }] : []
    })
  }

  #groups(
    wire: WireName,
    names: readonly string[] | 'all',
    driver: Driver,
    { deliveries = defaultDeliveries }: Subject,
    verdict: Verdict,
  ): CaseGroup[] {
    const ofWire = this.#recordings.filter((recording) => recording.wire === wire)
    const isKnown = (name: string) =>
      ofWire.some((one) => one.name === name) || this.#requests.recordings.some((one) => one.name === name)
    const missing = names === 'all' ? [] : names.filter((name) => !isKnown(name))
    verdict.faults.push(...missing.map((name) => `there is no recording \`${wire}/${name}\``))
    const chosen = names === 'all' ? ofWire : ofWire.filter(({ name }) => names.includes(name))
    const source = {
      label: 'mutants',
      // Goldens that are missing count.
      shipped: true,
      recordings: chosen,
      pick: (_: Recording, all: Parameters<typeof pickDeliveries>[0]) => pickDeliveries(all, deliveries),
    }
    return planCases([driver], [source], { cases: [], drivers: [] })
  }
}

/** The recorded delivery comes first: the others are compared with it. */
async function runGroup(group: CaseGroup, hangMs: number | undefined): Promise<CaseRun[]> {
  const limits = hangMs === undefined ? unhurried : hurried(hangMs)
  const runs: CaseRun[] = []
  let reference: Told | undefined
  for (const planned of group.cases) {
    const options = reference ? { reference } : { probes: probesOf(group) }
    const run = await runCase(planned, { limits, ...options })
    reference ??= { trace: run.trace, assembled: run.assembled }
    runs.push(run)
  }
  return runs
}

function caseName({ case: { name } }: CaseRun): string {
  return `${name.wire}/${name.recording}/${name.delivery}`
}

function note({ found, faults }: Verdict, where: string, answers: readonly RuleAnswer[]): void {
  for (const { rule, answer } of answers) {
    if ('broken' in answer) faults.push(`\`${rule.id}\` threw over ${where}: ${answer.broken}`)
    if (!('findings' in answer) || answer.findings.length === 0 || found.has(rule.id)) continue
    found.set(rule.id, `${where}: ${answer.findings[0]?.message ?? ''}`)
  }
}
