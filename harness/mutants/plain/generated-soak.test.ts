/** The long form of "plain converters are right": SOAK=1 draws 100,000 sessions a wire, SOAK_RUNS=n takes n. Without either it is left out. */

import { describe, expect, test } from 'vitest'
import { drawnRuns, isSoak } from '../../suite/soak-runs.ts'
import { runGenerated } from '../../suite/generated/run-generated.ts'
import { TriggerLines } from '../../suite/trigger-lines.ts'
import { saveWitness } from '../../suite/witness.ts'
import { wireNames } from '../../wire/wire.ts'
import { plainDrivers } from './plain-drivers.ts'

/** Sessions between two lines of progress. */
const step = 5_000

describe.runIf(isSoak())('the plain converter', () => {
  test.for(wireNames)('of %s passes every drawn session', { timeout: hours(3) }, async (wire) => {
    const runs = drawnRuns()
    let done = 0
    const { results, cases } = await runGenerated({
      runs,
      seed: Number(process.env['SOAK_SEED'] ?? 1),
      drivers: [plainDrivers[wire]],
      selection: { cases: [], drivers: [] },
      lines: new TriggerLines([], []),
      save: (witness) => saveWitness('witnesses', witness),
      onBlock: (_wire, { cases }) => {
        done += cases
        if (done % step < cases) process.stderr.write(`${wire}: ${done} of ${runs} sessions\n`)
      },
    })
    expect(results.filter(({ status }) => status === 'fail' || status === 'error')).toEqual([])
    expect(cases).toBe(runs)
  })
})

function hours(count: number): number {
  return count * 3_600_000
}
