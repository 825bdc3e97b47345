/** Where the cases of a run are executed: in this process, or spread over workers. Not here: what it tells of a broken driver (harness/suite/smoke.ts). */

import { availableParallelism } from 'node:os'
import {
  GroupRun,
  SmokeError,
  smokeRun,
  type CaseGroup,
  type DrawExecute,
  type DrawnFrom,
  type Execute,
} from '../../harness/index.ts'
import { DriverStartError, UsageError } from '../usage-error.ts'
import { drawnIn, groupsIn, smokeIn } from './jobs.ts'
import { isUnfiltered, type RunSpec } from './load-run.ts'
import { Pool } from './pool.ts'

export type ExecuteOptions = { workers?: string; update?: boolean }

/** How stored cases run, and drawn ones; default for these: in this process. */
export type Executes = { stored: Execute; drawn?: DrawExecute }

/** Each takes some 300 MB; a run on more than one machine is for `--shard`. */
const mostWorkers = 64

/** Below this many cases the start of a worker costs more than it saves. */
const worthWorkers = 600

/** Decides where the cases run; workers start before that is known where it is likely, and load the run beside this process. */
export class Executor {
  readonly #asked: number | undefined
  readonly #makePool: (workers: number) => Pool
  readonly #signal: AbortSignal
  /** Workers of any run: a driver that does not ship with us may end its process, or block it. */
  readonly #least: number
  /** Workers load a driver file when this process has: one that never comes to an end then keeps nobody but this process. */
  readonly #mayLoad = Promise.withResolvers<void>()
  #pool: Pool | undefined

  /** @throws UsageError for a number of workers that is none. */
  constructor(spec: RunSpec, { workers, update = false }: ExecuteOptions, signal: AbortSignal) {
    this.#asked = workers === undefined ? undefined : readWorkers(workers)
    this.#signal = signal
    const mayLoad = this.#mayLoad.promise
    this.#makePool = (count) => new Pool({ workers: count, spec, update, signal, mayLoad })
    this.#least = spec.driverFiles.length > 0 ? 1 : 0
    if (this.#least === 0) this.driversLoaded()
    const likely = this.#asked ?? (isUnfiltered(spec) ? availableParallelism() : this.#least)
    if (likely > 0) this.#pool = this.#makePool(likely)
  }

  /** The drivers can be loaded. */
  driversLoaded(): void {
    this.#mayLoad.resolve()
  }

  /** Tells a broken driver from a broken converter, before the first case. Those that ship are smoked by a test. @throws DriverStartError for a broken one. */
  async smoke(groups: readonly CaseGroup[]): Promise<void> {
    if (this.#least === 0) return
    const smoked = this.#pool ? smokeIn(this.#pool, groups) : smokeRun(groups)
    await smoked.catch((error: unknown) => {
      throw error instanceof SmokeError ? new DriverStartError(error.message) : error
    })
  }

  /** For a run of so many cases, whose sessions are drawn from `from`. */
  executeFor(cases: number, from: DrawnFrom): Executes {
    const workers = this.#asked ?? (cases < worthWorkers ? this.#least : availableParallelism())
    if (workers === 0) {
      this.stop()
      return { stored: inThisProcess(this.#signal) }
    }
    this.#pool ??= this.#makePool(workers)
    return { stored: groupsIn(this.#pool), drawn: drawnIn(this.#pool, from) }
  }

  /** Ends what still runs. */
  stop(): void {
    this.#pool?.stop()
  }
}

function readWorkers(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > mostWorkers) {
    throw new UsageError(
      `--workers: write a number of processes, at most ${mostWorkers}, or 0 for none; found \`${text}\`.`,
    )
  }
  return Number(text)
}

/** One case after the other; an abort ends the run after the current one. */
function inThisProcess(signal: AbortSignal): Execute {
  return async (groups, options, take) => {
    for (const group of groups) {
      const run = new GroupRun(group, options)
      for (const planned of group.cases) {
        if (signal.aborted) return
        take(group, await run.run(planned))
      }
    }
  }
}
