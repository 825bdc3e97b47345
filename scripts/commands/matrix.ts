/** `streamproof matrix`: every driver of this repository over its wires, each cell judged, written to docs/matrix.md. */

import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { exitCodes } from '../../harness/verdict/exit-code.ts'
import { ruleTexts, type ResultDocument, type WireName } from '../../harness/index.ts'
import { cellsOf, type Cells } from '../matrix/cells.ts'
import { install } from '../matrix/install.ts'
import { matrixPackages, fileOf, type MatrixPackage } from '../matrix/packages.ts'
import { matrixPage, type MatrixDriver } from '../matrix/page.ts'
import { runPackage } from '../matrix/run-package.ts'
import { sideBySide, verdictsOf, type Verdicts } from '../matrix/side-by-side.ts'
import { updateLines } from '../matrix/update.ts'
import { loadDrivers } from '../run/load-drivers.ts'
import { UsageError } from '../usage-error.ts'

type MatrixOptions = { runs: string; seed: string; update?: boolean; brief?: boolean; out: string }
type Draw = { runs: number; seed: number; brief: boolean }

/** Our converter and the published one that does the same. */
const pair = { theirs: 'dsh-llm-pi-ai', ours: 'pi-ai' }

export function matrixCommand(): Command {
  return new Command('matrix')
    .description(
      'Run the drivers of published packages, and ours, and write the matrix of converters and rules.',
    )
    .argument('[folders...]', 'folders below converters/; default: all. The page is only written for all')
    .option('--runs <n>', 'sessions to draw per wire', '24')
    .option('--seed <n>', 'which sessions are drawn', '1')
    .option('--brief', 'a few deliveries of each recording instead of all')
    .option('--update', 'rewrite known-failing.txt of the folders from their faults.txt')
    .option('--out <file>', 'where the page is written', 'docs/matrix.md')
    .action(async (folders: string[], options: MatrixOptions) => {
      process.exitCode = await matrix(folders, options)
    })
}

async function matrix(folders: readonly string[], options: MatrixOptions): Promise<number> {
  const draw = {
    runs: readCount('--runs', options.runs),
    seed: readCount('--seed', options.seed),
    brief: options.brief ?? false,
  }
  const packages = matrixPackages(folders)
  const unknown = folders.find((folder) => !packages.some((known) => known.folder === folder))
  if (unknown !== undefined) throw new UsageError(`matrix: \`converters/${unknown}\` has no drivers.`)
  for (const matrixPackage of packages) await install(matrixPackage, tell)
  return options.update
    ? updateAll(packages, draw)
    : runAll(packages, draw, folders.length === 0 ? options.out : undefined)
}

function readCount(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${option}: write a whole number, found \`${text}\`.`)
  return Number(text)
}

function tell(message: string): void {
  process.stderr.write(`${message}\n`)
}

async function updateAll(packages: readonly MatrixPackage[], draw: Draw): Promise<number> {
  let code: number = exitCodes.asExpected
  for (const matrixPackage of packages.filter((each) => fileOf(each, 'faults.txt') !== undefined)) {
    const unjudged = await updateLines(matrixPackage, draw)
    tell(
      `${matrixPackage.folder}: ${unjudged.length === 0 ? 'every failure is judged' : `${unjudged.length} without a fault`}`,
    )
    for (const id of unjudged) process.stdout.write(`${id}\n`)
    if (unjudged.length > 0) code = exitCodes.unexpected
  }
  return code
}

type Gathered = {
  cells: Cells
  drivers: MatrixDriver[]
  verdicts: Map<string, Verdicts>
  codes: number[]
  /** Folders whose run gave no result. */
  missing: string[]
}

async function runAll(
  packages: readonly MatrixPackage[],
  draw: Draw,
  out: string | undefined,
): Promise<number> {
  const all: Gathered = { cells: new Map(), drivers: [], verdicts: new Map(), codes: [], missing: [] }
  for (const matrixPackage of packages) {
    const knownFailing = fileOf(matrixPackage, 'known-failing.txt')
    const { exitCode, document } = await runPackage(matrixPackage, { ...draw, knownFailing })
    all.codes.push(exitCode)
    if (document) await gather(all, matrixPackage, document)
    else all.missing.push(matrixPackage.folder)
  }
  if (out !== undefined && all.missing.length > 0) {
    tell(`${out} is left as it was: no result came of ${all.missing.join(', ')}.`)
  } else if (out !== undefined) {
    await writeFile(out, pageOf(all, draw))
    tell(`${out} is written.`)
  }
  return worst(all.codes)
}

async function gather(
  all: Gathered,
  { folder, drivers }: MatrixPackage,
  document: ResultDocument,
): Promise<void> {
  const { summary, lineFaults } = document
  tell(
    `${folder}: ${summary.executed} judged, ${summary.knownFail} known to fail, ${summary.fail} not judged, ${summary.stale} stale, ${summary.error} errors`,
  )
  for (const { id, status } of document.results
    .filter(({ status }) => ['fail', 'stale', 'error'].includes(status))
    .slice(0, 20))
    tell(`  ${status} ${id}`)
  for (const { place, message } of lineFaults.slice(0, 20)) tell(`  ${place}: ${message}`)
  for (const [driver, wires] of cellsOf(document)) all.cells.set(driver, wires)
  const loaded = await loadDrivers(drivers)
  for (const [at, driver] of loaded.drivers.entries()) {
    const { name, version, wires } = driver
    const file = drivers[at] ?? ''
    const capabilitiesFor = (wire: string) => driver.capabilitiesFor(wire as WireName)
    all.drivers.push({ name, version, wires, file, capabilitiesFor })
    if (name === pair.theirs || name === pair.ours) all.verdicts.set(name, verdictsOf(document, name))
  }
}

function pageOf({ cells, drivers, verdicts }: Gathered, draw: Draw): string {
  const [theirs, ours] = [verdicts.get(pair.theirs), verdicts.get(pair.ours)]
  const more = theirs && ours ? sideBySide(pair, theirs, ours) : []
  return matrixPage({ drivers, cells, rules: ruleTexts.map(({ id }) => id), more, draw })
}

/** The suite's own fault before a package that did not start before what is not judged. */
function worst(codes: readonly number[]): number {
  const order = [
    exitCodes.suiteAtFault,
    exitCodes.driverNotStarted,
    exitCodes.usage,
    exitCodes.unexpected,
    exitCodes.nothingExecuted,
  ]
  return order.find((code) => codes.includes(code)) ?? exitCodes.asExpected
}
