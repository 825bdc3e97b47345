/** Measures generated sessions, in a process of its own: `node sessions-of.ts DRIVER`, `plain` being the plain converter of each wire. Prints one JSON line. */

import { loadShippedDrivers } from '../../../converters/drivers.ts'
import {
  drawSessions,
  recordingOfTurn,
  runSuite,
  type Driver,
  type WireName,
} from '../../../harness/index.ts'
import { plainEventDrivers } from '../../../harness/mutants.ts'
import { atEvents, bareSeconds, counted, noted } from './bare.ts'

/** Seconds, each for one session; `bare` for one run. */
export type SessionTimes = {
  driver: string
  wire: WireName
  suite: number
  generation: number
  runs: number
  bare: number
}

/** Compiles what is measured. */
const warmUp = { sessions: 1_000, seed: 2 }
const measured = { sessions: 2_000, seed: 1 }
type Drawn = typeof measured

async function timesOf(driver: Driver, wire: WireName): Promise<SessionTimes> {
  const converter = atEvents(driver)
  const { driver: noting, inputs } = noted(converter)
  await suiteSeconds(converter, warmUp)
  await suiteSeconds(noting, measured)
  await bareSeconds(converter, inputs)
  generationSeconds(wire, warmUp)
  const { driver: counting, runs } = counted(converter)
  const suite = await suiteSeconds(counting, measured)
  const generation = generationSeconds(wire, measured)
  const bare = await bareSeconds(converter, inputs)
  return {
    driver: driver.name,
    wire,
    suite: suite / measured.sessions,
    generation: generation / measured.sessions,
    runs: runs() / measured.sessions,
    bare: bare / inputs.length,
  }
}

async function suiteSeconds(driver: Driver, { sessions, seed }: Drawn): Promise<number> {
  const started = performance.now()
  await runSuite({ drivers: [driver], sources: [], generated: { runs: sessions, seed } })
  return (performance.now() - started) / 1_000
}

/** Drawing the sessions and writing their bytes. */
function generationSeconds(wire: WireName, { sessions, seed }: Drawn): number {
  const started = performance.now()
  let bytes = 0
  for (const session of drawSessions(wire, 'legal', seed, 0, sessions)) {
    bytes += recordingOfTurn(session, 'measured').response?.body.length ?? 0
  }
  if (bytes === 0) throw new Error('nothing was written')
  return (performance.now() - started) / 1_000
}

async function driversOf(name: string): Promise<Driver[]> {
  if (name === 'plain') return Object.values(plainEventDrivers)
  const shipped = await loadShippedDrivers()
  return shipped.map(({ driver }) => driver).filter((driver) => driver.name === name)
}

const times: SessionTimes[] = []
for (const driver of await driversOf(process.argv[2] ?? '')) {
  for (const wire of driver.wires) times.push(await timesOf(driver, wire))
}
console.log(JSON.stringify(times))
