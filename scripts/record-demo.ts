/** `npm run record:demo [-- DIR]`: records the scenarios on every wire from the local upstream, lints the recordings and plays them through the shipped converters. Offline; exit 0 where all is well. */

import { readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadShippedDrivers, type ShippedDriver } from '../converters/drivers.ts'
import {
  caseId,
  exitCodes,
  loadRecordings,
  parseKnownFailing,
  parsePattern,
  runSuite,
  type KnownFailing,
  type Recording,
} from '../harness/index.ts'
import { lintRecordings } from '../harness/record.ts'
import { scenarios } from './scenarios/catalogue.ts'
import { localUpstreamName, startLocalTarget } from './scenarios/local-target.ts'
import { providers, type Provider } from './scenarios/providers.ts'
import { recordScenarios } from './scenarios/record-scenarios.ts'

/** Made anew by each run; `recorded-demo/` is ignored by git. */
const out = process.argv[2] ?? fileURLToPath(new URL('../recorded-demo/', import.meta.url))

/** Some borders; `npm run conformance -- --recordings recorded-demo` plays all deliveries. */
const deliveries = parsePattern('*/*/{as-recorded,one-chunk,per-event,random-1}')

process.exitCode = await demo()

async function demo(): Promise<number> {
  await rm(out, { recursive: true, force: true })
  const recorded = []
  for (const provider of providers) recorded.push(await record(provider))
  const clean = await lint()
  const played = await play(await load())
  console.log(`The recordings are in ${out}`)
  return recorded.every(Boolean) && clean && played ? exitCodes.asExpected : exitCodes.unexpected
}

/** All scenarios of one provider, captured through msw. */
async function record(provider: Provider): Promise<boolean> {
  const local = await startLocalTarget(provider)
  try {
    const { target } = local
    const results = await recordScenarios({ target, out, scenarios, from: localUpstreamName })
    const wrong = results.filter(({ expected, kept }) => !expected || kept.how !== 'written')
    console.log(
      `${provider.wire.padEnd(20)} ${results.length - wrong.length} of ${results.length} scenarios recorded`,
    )
    for (const { scenario, outcome } of wrong) console.log(`  ${scenario.id}: ${JSON.stringify(outcome)}`)
    return wrong.length === 0
  } finally {
    await local.close()
  }
}

/** No secret, no broken digest, no unknown field. */
async function lint(): Promise<boolean> {
  let found = 0
  for await (const { file, rule, message } of lintRecordings(out)) {
    found += 1
    console.log(`  ${file}: ${message} (${rule})`)
  }
  console.log(`lint: ${found === 0 ? 'nothing' : found} found`)
  return found === 0
}

async function load(): Promise<Recording[]> {
  const recordings: Recording[] = []
  for await (const loaded of loadRecordings(out)) {
    if ('refused' in loaded) throw new Error(`${loaded.refused.file}: ${loaded.refused.reason}`)
    recordings.push(loaded.recording)
  }
  return recordings
}

async function play(recordings: readonly Recording[]): Promise<boolean> {
  const shipped = await loadShippedDrivers()
  const run = await runSuite({
    drivers: shipped.map(({ driver }) => driver),
    sources: [{ label: out, shipped: false, recordings }],
    selection: { cases: [deliveries], drivers: [] },
    knownFailing: await knownFailingOf(shipped),
  })
  const { pass, fail, error, knownFail, stale } = run.summary
  const names = shipped.map(({ driver }) => driver.name).join(', ')
  console.log(`${recordings.length} recordings played through ${names}: ${run.cases} cases`)
  console.log(`${pass} pass, ${fail} fail, ${error} error, ${knownFail} known to fail, ${stale} stale`)
  for (const result of run.results) {
    if (!['fail', 'error', 'stale'].includes(result.status)) continue
    console.log(`  ${result.status} ${caseId(result)}: ${result.findings[0]?.message ?? result.reason ?? ''}`)
  }
  return fail + error + stale === 0
}

async function knownFailingOf(shipped: readonly ShippedDriver[]): Promise<KnownFailing[]> {
  const files = new Set(shipped.map(({ knownFailing }) => fileURLToPath(knownFailing)))
  const lists = [...files].map(async (file) => parseKnownFailing(await readFile(file, 'utf8'), file))
  // What a driver declares is held against an unfiltered run only, and no session is drawn here.
  return (await Promise.all(lists))
    .flat()
    .filter(({ pattern, sessions }) => sessions === undefined && !pattern.text.endsWith(':capabilities'))
}
