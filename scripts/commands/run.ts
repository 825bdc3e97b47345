/** `streamproof run`: plays recordings through converters and judges what comes out. */

import { readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { loadShippedDrivers, type ShippedDriver } from '../../converters/drivers.ts'
import {
  exitCodeOf,
  KnownFailingError,
  loadRecordings,
  parseKnownFailing,
  parsePattern,
  PatternError,
  renderRun,
  resultDocument,
  runSuite,
  type KnownFailing,
  type RefusedFile,
  type Result,
  type RunReport,
  type Source,
  type SuiteRun,
} from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { UsageError } from '../usage-error.ts'

type RunOptions = {
  recordings: string[]
  case: string[]
  driver: string[]
  knownFailing: string[]
  json?: string
  update?: boolean
}

const shippedRecordings = new URL('../../recordings/', import.meta.url)

export function runCommand(): Command {
  return new Command('run')
    .description('Play recordings through the converters and check what they emit.')
    .option('--recordings <dir>', 'add a folder of recordings or foreign files (repeatable)', collect, [])
    .option('--case <glob>', 'only cases that match, e.g. openai-chat/text/* (repeatable)', collect, [])
    .option('--driver <name>', 'only this driver (repeatable)', collect, [])
    .option('--known-failing <file>', 'lines that excuse what added folders show (repeatable)', collect, [])
    .option('--json <file>', 'write the result document')
    .option('--update', 'rewrite the goldens for review')
    .action(async (options: RunOptions) => {
      process.exitCode = await run(options)
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

async function run(options: RunOptions): Promise<number> {
  if (options.update && process.env['CI']) {
    throw new UsageError(
      '`--update` rewrites goldens for review by a person; it does not run where CI is set.',
    )
  }
  const started = Date.now()
  const shipped = await loadShippedDrivers()
  const drivers = shipped.map(({ driver }) => driver)
  const selection = { cases: options.case.map(readPattern), drivers: options.driver }
  mustKnowDrivers(
    options.driver,
    drivers.map(({ name }) => name),
  )
  const { sources, refused } = await loadSources(options.recordings)
  const suite = await runSuite({
    drivers,
    sources,
    selection,
    knownFailing: await loadLines(shipped, options.knownFailing),
    update: options.update ?? false,
  })
  const report = reportOf(suite, { drivers, sources, refused, started, options })
  process.stdout.write(`${renderRun(report)}\n`)
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify(resultDocument(report), null, 2)}\n`)
  }
  return report.exitCode
}

function readPattern(text: string) {
  try {
    return parsePattern(text)
  } catch (error) {
    throw error instanceof PatternError ? new UsageError(`--case: ${error.message}`) : error
  }
}

function mustKnowDrivers(asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`--driver: there is no driver \`${unknown}\`. Known: ${known.join(', ')}.`)
  }
}

async function loadSources(
  folders: readonly string[],
): Promise<{ sources: Source[]; refused: RefusedFile[] }> {
  const refused: RefusedFile[] = []
  const sources: Source[] = []
  for (const [at, folder] of [fileURLToPath(shippedRecordings), ...folders].entries()) {
    await mustExist(folder)
    const recordings = []
    for await (const loaded of loadRecordings(folder)) {
      if ('refused' in loaded) refused.push(loaded.refused)
      else recordings.push(loaded.recording)
    }
    sources.push({ label: folder, shipped: at === 0, recordings })
  }
  return { sources, refused }
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`--recordings: \`${path}\` does not exist.`)
}

async function loadLines(
  shipped: readonly ShippedDriver[],
  files: readonly string[],
): Promise<KnownFailing[]> {
  const own = new Set(shipped.map(({ knownFailing }) => fileURLToPath(knownFailing)))
  const lists = await Promise.all([...own, ...files].map(readLines))
  return lists.flat()
}

async function readLines(file: string): Promise<KnownFailing[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--known-failing: \`${file}\` cannot be read.`)
  })
  try {
    return parseKnownFailing(text, file)
  } catch (error) {
    throw error instanceof KnownFailingError ? new UsageError(error.message) : error
  }
}

type Made = {
  drivers: readonly { name: string; version: string; wires: readonly string[]; level: string }[]
  sources: readonly Source[]
  refused: readonly RefusedFile[]
  started: number
  options: RunOptions
}

function reportOf(suite: SuiteRun, { drivers, sources, refused, started, options }: Made): RunReport {
  const recordings = sources.reduce((sum, source) => sum + source.recordings.length, 0)
  const exitCode = exitCodeOf({
    summary: suite.summary,
    lineFaults: suite.lineFaults.length,
    brokenRecordings: refused.filter(({ broken }) => broken).length,
    turnMismatches: 0,
  })
  return {
    ...suite,
    recordings,
    refused,
    drivers: drivers.map(({ name, version, wires, level }) => ({ name, version, wires, level })),
    run: {
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      argv: process.argv.slice(2),
      platform: `node ${process.versions.node} ${process.platform}-${process.arch}`,
      toolVersion: packageVersion(),
    },
    exitCode,
    again: (result) => again(result, options.recordings),
  }
}

/** The command that runs one result's case alone. */
function again(result: Result, folders: readonly string[]): string {
  const added = folders.map((folder) => ` --recordings ${quote(folder)}`).join('')
  const { wire, recording, delivery, driver, rule } = result
  return `npm run -s conformance --${added} --case ${quote(`${wire}/${recording}/${delivery}@${driver}:${rule}`)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
