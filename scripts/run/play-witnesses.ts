/** Plays the witnesses that a run has saved as its next run will: what they show beside what they are for needs lines too. */

import { runSuite, type Result, type StoredWitness } from '../../harness/index.ts'
import { Executor, type ExecuteOptions } from './executor.ts'
import { groupsOf, linesOf, loadRun, type RunSpec } from './load-run.ts'

export async function playWitnesses(
  witnesses: readonly StoredWitness[],
  spec: RunSpec,
  options: Pick<ExecuteOptions, 'workers'>,
  signal: AbortSignal,
): Promise<Result[]> {
  if (witnesses.length === 0 || signal.aborted) return []
  const { generated: _generated, shard: _shard, ...same } = spec
  const cases = witnesses.map(({ name, session }) => `${session.wire}/${name}/*`)
  const again: RunSpec = { ...same, folders: [], allDeliveries: false, cases }
  const executor = new Executor(again, options, signal)
  try {
    const loaded = await loadRun(again)
    executor.driversLoaded()
    const groups = groupsOf(loaded, undefined)
    const count = groups.reduce((sum, group) => sum + group.cases.length, 0)
    const { stored } = executor.executeFor(count, { drivers: loaded.drivers, seed: 1, range: 'legal' })
    const knownFailing = await linesOf(loaded, again)
    const suite = await runSuite({
      ...loaded,
      knownFailing,
      groups,
      execute: stored,
      brief: true,
      partial: true,
    })
    const names = new Set(witnesses.map(({ name }) => name))
    return suite.results.filter(({ recording }) => names.has(recording))
  } finally {
    executor.stop()
  }
}
