/** `streamproof mutants`: breaks correct converters on purpose and shows that each rule finds its fault. */

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { loadShippedDrivers } from '../../converters/drivers.ts'
import { exitCodes, loadRecordings, type Driver, type Recording, type WireName } from '../../harness/index.ts'
import {
  controls,
  killMatrix,
  matrixPage,
  mutants,
  plainByteDrivers,
  plainDrivers,
  plainEventDrivers,
  renderMatrix,
  runMutants,
  type KillMatrix,
  type Origin,
  type Origins,
} from '../../harness/mutants.ts'
import { isCheckout, mustBeCheckout } from '../checkout.ts'
import { UsageError } from '../usage-error.ts'

const page = fileURLToPath(new URL('../../docs/kill-matrix.md', import.meta.url))
const recordings = fileURLToPath(new URL('../../recordings/', import.meta.url))

type MutantOptions = { mutant: string[]; write?: boolean }

export function mutantsCommand(): Command {
  return new Command('mutants')
    .description('Break correct converters on purpose: each rule must find the fault that is its own.')
    .option('--mutant <id>', 'only this mutant, without originals and controls (repeatable)', collect, [])
    .addOption(new Option('--write', 'write docs/kill-matrix.md').hideHelp(!isCheckout))
    .action(async (options: MutantOptions) => {
      process.exitCode = await run(options)
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

async function run({ mutant, write }: MutantOptions): Promise<number> {
  if (write) mustBeCheckout('streamproof mutants --write')
  if (mutant.length > 0) return await runFew(mutant)
  const matrix = await runAll()
  process.stdout.write(`${renderMatrix(matrix)}\n`)
  if (write && matrix.faults.length === 0) await writeFile(page, matrixPage(matrix, controls))
  return matrix.faults.length === 0 ? exitCodes.asExpected : exitCodes.suiteAtFault
}

/** Everything there is, as the page shows it. */
export async function runAll(): Promise<KillMatrix> {
  const input = { origins: await loadOrigins(), shipped: await loadShipped(), mutants, controls }
  return killMatrix(mutants, controls, await runMutants(input))
}

/** Shows what the rules say of a few mutants. */
async function runFew(ids: readonly string[]): Promise<number> {
  const unknown = ids.find((id) => !mutants.some((mutant) => mutant.id === id))
  if (unknown !== undefined) throw new UsageError(`--mutant: there is no mutant \`${unknown}\`.`)
  const chosen = mutants.filter(({ id }) => ids.includes(id))
  const origins = await loadOrigins()
  const result = await runMutants({ origins, shipped: await loadShipped(), mutants: chosen, controls: [] })
  for (const [at, { id, title, breaks }] of chosen.entries()) {
    const found = result.mutants[at]?.found ?? new Map<string, string>()
    const lines = [...found].map(([rule, where]) => `  ${rule === breaks ? '●' : '○'} ${rule} at ${where}`)
    process.stdout.write(`${id}: ${title}\n${lines.join('\n') || '  survives'}\n`)
  }
  const survives = chosen.some(({ breaks }, at) => !result.mutants[at]?.found.has(breaks))
  return survives ? exitCodes.suiteAtFault : exitCodes.asExpected
}

async function loadShipped(): Promise<Recording[]> {
  const found: Recording[] = []
  for await (const loaded of loadRecordings(recordings)) {
    if ('recording' in loaded) found.push(loaded.recording)
  }
  return found
}

const plain: Partial<Record<Origin, Record<WireName, Driver>>> = {
  plain: plainDrivers,
  'plain-bytes': plainByteDrivers,
  'plain-events': plainEventDrivers,
}

/** The plain converters, and the drivers that ship, by their names. */
async function loadOrigins(): Promise<Origins> {
  const shipped = (await loadShippedDrivers()).map(({ driver }) => driver)
  return (origin, wire) =>
    plain[origin]?.[wire] ?? shipped.find(({ name, wires }) => name === origin && wires.includes(wire))
}
