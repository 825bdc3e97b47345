import { expect, test } from 'vitest'
import { runSuite, type CaseOutcome } from '../../harness/index.ts'
import { loadRun } from './load-run.ts'
import { packOutcome, unpackOutcome } from './worker-messages.ts'

test('an outcome comes out of its packing as it went in', async () => {
  const loaded = await loadRun({
    driverFiles: ['scripts/testing/text-only.driver.ts'],
    folders: [],
    cases: ['openai-chat/{text,length}/**'],
    drivers: [],
  })
  const outcomes: CaseOutcome[] = []
  await runSuite({ ...loaded, knownFailing: [], onCase: (outcome) => outcomes.push(outcome) })
  const statuses = new Set(outcomes.flatMap(({ results }) => results.map(({ status }) => status)))
  expect([...statuses].sort()).toEqual(['fail', 'not-applicable', 'pass'])
  expect(outcomes.map((outcome) => unpackOutcome(packOutcome(outcome)))).toEqual(outcomes)
})
