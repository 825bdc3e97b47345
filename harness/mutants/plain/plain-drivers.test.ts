/** The plain converters are right: on what ships, and on generated sessions in every spelling, no rule finds anything. */

import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Driver } from '../../driver/driver.ts'
import type { Recording } from '../../recording/format.ts'
import { loadRecordings } from '../../recording/sources.ts'
import { asRecorded, perEvent } from '../../replay/rechunk.ts'
import { deliveryOf, drawnSessions, recordingOfTurn } from '../../suite/generated/session.ts'
import { planCases, type PlannedCase } from '../../suite/plan.ts'
import { requestSource, runRequestCase } from '../../suite/requests/cases.ts'
import { runCase, type CaseRun } from '../../suite/run-case.ts'
import { wireNames } from '../../wire/wire.ts'
import { plainByteDrivers, plainDrivers, plainEventDrivers } from './plain-drivers.ts'

const levels = { http: plainDrivers, bytes: plainByteDrivers, events: plainEventDrivers }
/** Sessions a wire and level: SOAK=1 takes the long form, SOAK_RUNS=n takes n. */
const runs = Number(process.env['SOAK_RUNS'] ?? (process.env['SOAK'] === undefined ? 40 : 100_000))

function problemsOf({ answers, case: planned }: CaseRun): unknown[] {
  return answers.flatMap(({ rule, answer }) => {
    const found = 'broken' in answer ? [answer.broken] : 'findings' in answer ? answer.findings : []
    return found.map((finding) => ({ rule: rule.id, delivery: planned.delivery.name, finding }))
  })
}

/** The first case is `as-recorded`; the others are compared with it. */
async function problemsIn(cases: readonly PlannedCase[], beside: Recording): Promise<unknown[]> {
  const [first, ...others] = cases
  if (first === undefined) return []
  const reference = await runCase(first, { probes: { beside: perEvent.apply(beside) } })
  const runs = [reference]
  for (const planned of others) runs.push(await runCase(planned, { reference }))
  return runs.flatMap(problemsOf)
}

function casesOf(driver: Driver, recording: Recording) {
  const source = { label: 'here', shipped: false, recordings: [recording] }
  return planCases([driver], [source], { cases: [], drivers: [] }).flatMap(({ cases }) => cases)
}

const shipped: Recording[] = []
for await (const loaded of loadRecordings(fileURLToPath(new URL('../../../recordings/', import.meta.url)))) {
  if ('recording' in loaded) shipped.push(loaded.recording)
}

describe.each([plainDrivers, plainEventDrivers])('over what ships', (drivers) => {
  it.each(shipped.map((recording) => [`${recording.wire}/${recording.name}`, recording] as const))(
    'nothing is found on %s',
    async (_, recording) => {
      expect(await problemsIn(casesOf(drivers[recording.wire!], recording), recording)).toEqual([])
    },
  )
})

describe('over the request catalogue', () => {
  const source = requestSource()

  it.each(wireNames)('nothing is found on %s', async (wire) => {
    const groups = planCases([plainDrivers[wire]], [source], { cases: [], drivers: [] })
    for (const planned of groups.flatMap(({ cases }) => cases)) {
      const { answer } = await runRequestCase(planned, planned.asked!, {})
      expect('findings' in answer && answer.findings.map(({ message }) => [planned.name, message])).toEqual(
        [],
      )
    }
  })
})

describe.each(Object.entries(levels))('over generated sessions at level %s', (_, drivers) => {
  it.each(wireNames)('nothing is found on %s', { timeout: Math.max(30_000, runs * 60) }, async (wire) => {
    const driver = drivers[wire]
    await fc.assert(
      fc.asyncProperty(drawnSessions(wire, 'any'), async (session) => {
        const recording = recordingOfTurn(session, 'generated')
        const [whole] = casesOf(driver, recording)
        const delivery = deliveryOf(session, recording, driver.level)
        const drawn = delivery.name === asRecorded.name ? [] : [{ ...whole!, delivery }]
        expect(await problemsIn([whole!, ...drawn], recording)).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
