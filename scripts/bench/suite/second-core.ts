/** What a second worker gains on case work: from the first worker that is ready to the last outcome. */

import { runSuite } from '../../../harness/index.ts'
import { groupsOf, loadRun, type RunSpec } from '../../run/load-run.ts'
import { groupsIn } from '../../run/jobs.ts'
import { Pool } from '../../run/pool.ts'
import { median, type Row } from '../measuring.ts'

const targetGain = 1.6

/** The stored cases of what ships. */
const spec: RunSpec = { driverFiles: [], folders: [], cases: [], drivers: [] }

export async function secondCoreRows(rounds: number): Promise<Row[]> {
  const one: number[] = []
  const two: number[] = []
  for (let round = 0; round < rounds; round++) {
    one.push(await secondsWith(1))
    two.push(await secondsWith(2))
  }
  const gain = median(one) / median(two)
  return [
    { what: 'case work with one worker', measured: `${median(one).toFixed(2)} s` },
    { what: 'case work with two', measured: `${median(two).toFixed(2)} s` },
    {
      what: 'gain of the second core',
      measured: `${gain.toFixed(2)} x`,
      target: `>= ${targetGain} x`,
      missed: gain < targetGain,
    },
  ]
}

async function secondsWith(workers: number): Promise<number> {
  const loaded = await loadRun(spec)
  let ready: number | undefined
  let last = 0
  const pool = new Pool({ workers, spec, onReady: () => (ready ??= performance.now()) })
  await runSuite({
    ...loaded,
    knownFailing: [],
    groups: groupsOf(loaded, undefined),
    brief: true,
    execute: groupsIn(pool),
    onCase: () => (last = performance.now()),
  })
  pool.stop()
  return (last - (ready ?? 0)) / 1_000
}
