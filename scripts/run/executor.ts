/** Where the cases of a run are executed: in this process, or spread over workers. */

import { availableParallelism } from 'node:os'
import { GroupRun, type Execute } from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import type { RunSpec } from './load-run.ts'
import { inWorkers } from './pool.ts'

export type ExecuteOptions = { workers?: string }

/** Below this many cases the start of a worker costs more than it saves. */
const worthWorkers = 600

/** @throws UsageError for a number of workers that is none. */
export function executorFor(
  spec: RunSpec,
  options: ExecuteOptions,
  cases: number,
  signal: AbortSignal,
): Execute {
  const workers = options.workers === undefined ? defaultWorkers(cases) : readWorkers(options.workers)
  return workers === 0 ? inThisProcess(signal) : inWorkers({ workers, spec, signal })
}

function defaultWorkers(cases: number): number {
  return cases < worthWorkers ? 0 : availableParallelism()
}

function readWorkers(text: string): number {
  if (!/^\d{1,3}$/.test(text)) {
    throw new UsageError(`--workers: write a number of processes, or 0 for none; found \`${text}\`.`)
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
