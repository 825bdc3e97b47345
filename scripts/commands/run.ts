/** `streamproof run`: plays recordings through converters and judges what comes out. */

import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { parsePattern, PatternError, renderRun, resultDocument, runSuite } from '../../harness/index.ts'
import { loadDrivers, mustKnowDrivers } from '../run/load-drivers.ts'
import { loadLines } from '../run/load-lines.ts'
import { loadSources } from '../run/load-sources.ts'
import { makeReport } from '../run/make-report.ts'
import { UsageError } from '../usage-error.ts'

type RunOptions = {
  recordings: string[]
  case: string[]
  driver: string[]
  knownFailing: string[]
  json?: string
  update?: boolean
}

export function runCommand(): Command {
  return new Command('run')
    .description('Play recordings through converters and check what they emit.')
    .argument('[drivers...]', 'driver files; default: the converters that ship')
    .option('--recordings <dir>', 'add a folder of recordings or foreign files (repeatable)', collect, [])
    .option('--case <glob>', 'only cases that match, e.g. openai-chat/text/* (repeatable)', collect, [])
    .option('--driver <name>', 'only this driver (repeatable)', collect, [])
    .option('--known-failing <file>', 'lines that excuse what added folders show (repeatable)', collect, [])
    .option('--json <file>', 'write the result document')
    .option('--update', 'rewrite the goldens for review')
    .action(async (driverFiles: string[], options: RunOptions) => {
      process.exitCode = await run(driverFiles, options)
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

async function run(driverFiles: readonly string[], options: RunOptions): Promise<number> {
  mustMayUpdate(options)
  const started = Date.now()
  const cases = options.case.map(readPattern)
  const { drivers, knownFailing } = await loadDrivers(driverFiles)
  mustKnowDrivers(options.driver, drivers)
  const { sources, refused } = await loadSources(options.recordings, driverFiles.length === 0)
  const suite = await runSuite({
    drivers,
    sources,
    selection: { cases, drivers: options.driver },
    knownFailing: await loadLines([...knownFailing, ...options.knownFailing]),
    update: options.update ?? false,
  })
  const report = makeReport(suite, {
    drivers,
    sources,
    refused,
    started,
    driverFiles,
    folders: options.recordings,
  })
  process.stdout.write(`${renderRun(report)}\n`)
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify(resultDocument(report), null, 2)}\n`)
  }
  return report.exitCode
}

function mustMayUpdate({ update }: RunOptions): void {
  if (update && process.env['CI']) {
    throw new UsageError(
      '`--update` rewrites goldens for review by a person; it does not run where CI is set.',
    )
  }
}

function readPattern(text: string) {
  try {
    return parsePattern(text)
  } catch (error) {
    throw error instanceof PatternError ? new UsageError(`--case: ${error.message}`) : error
  }
}
