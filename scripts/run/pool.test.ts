import { expect, onTestFinished, test } from 'vitest'
import { runSuite, type Result } from '../../harness/index.ts'
import { drawnOf, groupsOf, loadRun, type RunSpec } from './load-run.ts'
import { drawnIn, groupsIn, smokeIn } from './jobs.ts'
import { Pool } from './pool.ts'

const deliveries = '{as-recorded,cut-after-2,cut-after-3}'
const spec = (driver: string, recordings: string): RunSpec => ({
  driverFiles: [`scripts/testing/${driver}.driver.ts`],
  folders: [],
  cases: [`openai-chat/${recordings}/${deliveries}`],
  drivers: [],
  allDeliveries: true,
})

async function runWith(given: RunSpec, workers: number) {
  const loaded = await loadRun(given)
  const pool = new Pool({ workers, spec: given, blockedAfterMs: 2_000 })
  onTestFinished(() => pool.stop())
  return runSuite({
    ...loaded,
    knownFailing: [],
    groups: groupsOf(loaded, undefined),
    execute: groupsIn(pool),
    generated: { ...drawnOf(given), execute: drawnIn(pool, { drivers: loaded.drivers, ...drawnOf(given) }) },
  })
}

const failed = (results: readonly Result[]) =>
  results.filter(({ status }) => status === 'fail' || status === 'error').map(({ id }) => id)

test('two workers give the results of none, in whatever order they come', async () => {
  const given = spec('text-only', '{text,length}')
  const alone = await runSuite({ ...(await loadRun(given)), knownFailing: [] })
  const spread = await runWith(given, 2)
  const statuses = (results: readonly Result[]) => results.map(({ id, status }) => `${id} ${status}`).sort()
  expect(statuses(spread.results)).toEqual(statuses(alone.results))
  expect(spread.summary).toEqual(alone.summary)
})

test('a converter that ends or blocks its process costs only the cases that do so', async () => {
  const { results, cases } = await runWith(spec('deadly', '{text,reasoning-content,refusal}'), 2)
  expect(cases).toBe(9)
  const died = failed(results).filter((id) => id.endsWith(':ends'))
  expect(died.length).toBeGreaterThan(3)
  expect(died.every((id) => !id.includes('/text/'))).toBe(true)
  const messages = results.flatMap(({ rule, findings }) =>
    rule === 'ends' ? findings.map(({ message }) => message) : [],
  )
  expect(messages).toContain('the converter did not settle: its process died (exit 7)')
  expect(messages).toContain('the converter did not settle: it blocked its process until that was killed')
  expect(
    results.filter(({ recording, status }) => recording === 'text' && status === 'pass').length,
  ).toBeGreaterThan(20)
})

test('what fails behind the end of its case is charged to that case, and no other is lost or accused', async () => {
  const { results, cases, summary, strays } = await runWith(
    spec('late', '{reasoning-content,refusal,text,to*,tw*,usage*}'),
    1,
  )
  expect(cases).toBeGreaterThan(50)
  expect(summary.planned).toBe(summary.executed + summary.notApplicable)
  expect(strays).toEqual([])
  const accused = results.filter(({ status, rule }) => status === 'fail' && /^(ends|no-un)/.test(rule))
  const told = new Set(
    accused.map(({ recording, rule, findings }) => `${recording} ${rule} ${String(findings[0]?.got)}`),
  )
  expect(told).toEqual(
    new Set(['reasoning-content no-unhandled-rejection Error: too late', 'refusal ends none']),
  )
})

const drawn = (driver: string): RunSpec => ({
  ...spec(driver, 'generated-*'),
  cases: ['openai-chat/generated-*/*'],
  generated: { runs: 100, seed: 1, dialects: false },
})

test('drawn sessions come out of two workers as of none', async () => {
  const given = drawn('text-only')
  const loaded = await loadRun(given)
  const alone = await runSuite({ ...loaded, knownFailing: [], generated: drawnOf(given) })
  const spread = await runWith(given, 2)
  expect(alone.cases).toBeGreaterThan(90)
  expect(spread.results).toEqual(alone.results)
  expect(spread.features).toEqual(alone.features)
})

test('a converter that ends its process in a drawn session is named, and the sessions before and after it count', async () => {
  const { results, cases } = await runWith(drawn('deadly'), 2)
  expect(failed(results).some((id) => id.endsWith(':ends'))).toBe(true)
  expect(cases).toBeGreaterThan(2)
  const passed = results.filter(({ rule, status }) => rule === 'ends' && status === 'pass')
  expect(passed.reduce((sum, { count = 1 }) => sum + count, 0)).toBeGreaterThan(2)
})

test('a converter that blocks or ends its process at the simplest streams is a broken driver, by its name', async () => {
  const given = spec('blocking', 'text')
  const loaded = await loadRun(given)
  const pool = new Pool({ workers: 1, spec: given, blockedAfterMs: 2_000 })
  onTestFinished(() => pool.stop())
  await expect(smokeIn(pool, groupsOf(loaded, undefined))).rejects.toThrow(
    /^the driver `blocking` .*is broken, so no case was run\. Over openai-chat, the simplest streams there are did not come to an end: it blocked its process until that was killed\.$/,
  )
})
