/** The cases of one driver over one recording, from plan to judged results. What comes out is plain data, so that a group can run in another process. */

import type { RuleAnswer, Told } from '../checks/check.ts'
import { ofOwner } from '../driver/background.ts'
import type { RunInput } from '../driver/run-driver.ts'
import { asRecorded, perEvent } from '../replay/rechunk.ts'
import { judge } from '../verdict/judge.ts'
import { featuresOf } from './capability-gate.ts'
import type { CaseOutcome } from './case-outcome.ts'
import { checkGolden, writeGolden } from './golden.ts'
import type { CaseGroup, PlannedCase } from './plan.ts'
import { playedOf } from './played.ts'
import { runRequestCase } from './requests/cases.ts'
import { runCase, type CaseOptions, type CaseRun } from './run-case.ts'
import { shownBy } from './shown-by.ts'
import { brokenOutcome } from './untraced.ts'

export type GroupOptions = Pick<RunInput, 'limits' | 'transport'> & {
  /** Rewrites goldens instead of comparing them. */
  update?: boolean
}

/** Runs the cases of a group one by one, in any order asked for; the recorded delivery is run once as their reference. */
export class GroupRun {
  readonly #group: CaseGroup
  readonly #options: GroupOptions
  #reference: Promise<Told> | undefined

  constructor(group: CaseGroup, options: GroupOptions = {}) {
    this.#group = group
    this.#options = options
  }

  /** Never throws: what breaks here is an error of the case. */
  run(planned: PlannedCase): Promise<CaseOutcome> {
    return ofOwner(planned.name, () =>
      this.#run(planned).catch((error: unknown) => brokenOutcome(planned, error)),
    )
  }

  async #run(planned: PlannedCase): Promise<CaseOutcome> {
    const { asked, name, recording } = planned
    if (asked) {
      const answer = await runRequestCase(planned, asked, this.#options)
      return { name, results: judge(name, shownBy(recording), [answer]), features: { offered: [], seen: [] } }
    }
    const isReference = planned.delivery.name === asRecorded.name
    const run = isReference ? await this.#runReference(planned) : await this.#runCompared(planned)
    const { answers, wrote } = isReference ? await this.#withGolden(run) : { answers: [] }
    return {
      name: planned.name,
      results: judge(planned.name, shownBy(planned.recording), [...run.answers, ...answers]),
      features: featuresOf(run),
      ...(wrote === undefined ? {} : { wrote }),
    }
  }

  async #runReference(planned: PlannedCase): Promise<CaseRun> {
    const run = await runCase(planned, { ...this.#playing(planned), probes: probesOf(this.#group) })
    this.#reference ??= Promise.resolve({ trace: run.trace, assembled: run.assembled })
    return run
  }

  async #runCompared(planned: PlannedCase): Promise<CaseRun> {
    this.#reference ??= runCase({ ...planned, delivery: asRecorded }, this.#playing(planned))
    const { trace, assembled } = await this.#reference
    return runCase(planned, { ...this.#playing(planned), reference: { trace, assembled } })
  }

  #playing({ recording, wire }: PlannedCase): CaseOptions {
    return { ...this.#options, played: playedOf(recording, wire) }
  }

  async #withGolden(run: CaseRun): Promise<{ answers: RuleAnswer[]; wrote?: string }> {
    if (!this.#options.update) return { answers: [await checkGolden(run)] }
    const wrote = await writeGolden(run)
    return { answers: [], ...(wrote === undefined ? {} : { wrote }) }
  }
}

/** What the recorded delivery of a group is probed with. */
export function probesOf({ neighbour, wire }: CaseGroup): NonNullable<CaseOptions['probes']> {
  return neighbour ? { beside: playedOf(neighbour, wire).delivered(perEvent) } : {}
}
