/** Measures one run of so many cases, in a process of its own: `node overhead-of.ts CASES`. Prints one JSON line. */

import { fileURLToPath } from 'node:url'
import { briefSource, readRecording, runSuite, type Driver, type Source } from '../../../harness/index.ts'
import { plainEventDrivers } from '../../../harness/mutants.ts'
import { atEvents, bareSeconds, counted, noted } from './bare.ts'

export type Overhead = {
  /** Seconds of the suite per case, the converter's own left out. */
  perCase: number
  /** Most resident memory of the process, in bytes. */
  peak: number
}

/** Compiles what is measured. */
const warmUpCases = 2_000
/** As recorded, and under three more. */
const deliveries = 4

const recording = await readRecording(
  fileURLToPath(new URL('../../../recordings/openai-chat/text', import.meta.url)),
)
const converter = atEvents(plainEventDrivers['openai-chat'])

/** Copies of one small recording under names of their own. */
function copies(cases: number): Source {
  const { path: _path, ...loose } = recording
  const recordings = Array.from({ length: cases / deliveries }, (_, at) => ({ ...loose, name: `copy-${at}` }))
  return briefSource({ label: 'copies', shipped: false, recordings }, deliveries - 1)
}

async function secondsOf(driver: Driver, wanted: number): Promise<number> {
  const started = performance.now()
  const { cases, summary } = await runSuite({ drivers: [driver], sources: [copies(wanted)] })
  if (cases !== wanted || summary.fail > 0)
    throw new Error(`${cases} cases instead of ${wanted}, ${summary.fail} fail`)
  return (performance.now() - started) / 1_000
}

async function bareRunSeconds(): Promise<number> {
  const { driver, inputs } = noted(converter)
  await secondsOf(driver, warmUpCases)
  await bareSeconds(converter, inputs)
  return (await bareSeconds(converter, inputs)) / inputs.length
}

const cases = Number(process.argv[2])
const bare = await bareRunSeconds()
const { driver, runs } = counted(converter)
const seconds = await secondsOf(driver, cases)
const overhead: Overhead = {
  perCase: (seconds - runs() * bare) / cases,
  peak: process.resourceUsage().maxRSS * 1_024,
}
console.log(JSON.stringify(overhead))
