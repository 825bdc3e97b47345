/** `streamproof run`: plays recordings through converters and judges what comes out. */

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import {
  DriverError,
  isUnexpected,
  KnownFailingError,
  renderRun,
  resultDocument,
  runSuite,
  type StoredWitness,
  type SuiteInput,
} from '../../harness/index.ts'
import { drawnCases, generatedFor, readDraw, Witnesses, type DrawOptions } from '../run/draw.ts'
import { ExitGuard } from '../run/exit-guard.ts'
import { Executor, type ExecuteOptions } from '../run/executor.ts'
import { mustBeWritable } from '../output-file.ts'
import { Interrupt, interruptedExitCode } from '../run/interrupt.ts'
import {
  defaultWitnesses,
  drawnOf,
  groupsOf,
  isBrief,
  linesOf,
  loadRun,
  planDigest,
  type RunSpec,
} from '../run/load-run.ts'
import { makeReport } from '../run/make-report.ts'
import { playWitnesses } from '../run/play-witnesses.ts'
import { progressOn } from '../run/progress.ts'
import { readShard } from '../run/shard.ts'
import { writeLines } from '../run/write-lines.ts'
import { emptyFolders } from '../stored.ts'
import { UsageError } from '../usage-error.ts'

type RunOptions = ExecuteOptions &
  DrawOptions & {
    recordings: string[]
    case: string[]
    driver: string[]
    knownFailing: string[]
    json?: string
    allDeliveries?: boolean
    shard?: string
    witnesses: string
  }

export function runCommand(): Command {
  return new Command('run')
    .description('Play recordings through converters and check what they emit.')
    .argument('[drivers...]', 'driver files; default: the converters that ship')
    .option('--recordings <dir>', 'add a folder of recordings or foreign files (repeatable)', collect, [])
    .option('--case <glob>', 'only cases that match, e.g. openai-chat/text/* (repeatable)', collect, [])
    .option('--driver <name>', 'only this driver (repeatable)', collect, [])
    .option('--known-failing <file>', 'lines that excuse what added folders show (repeatable)', collect, [])
    .option('--runs <n>', 'sessions to draw per wire, for each driver of it', '0')
    .option('--seed <n>', 'which sessions are drawn', '1')
    .option('--dialects', 'draw spellings too that no document allows')
    .option(
      '--witnesses <dir>',
      'where counterexamples are saved, and run first from then on',
      defaultWitnesses,
    )
    .option(
      '--write-known-failing <file>',
      'write a line for everything that fails now and is not excused yet',
    )
    .option('--json <file>', 'write the result document')
    .option('--all-deliveries', 'every delivery, not a few of each kind: some minutes')
    .option('--update', 'rewrite the goldens for review')
    .option(
      '--workers <n>',
      'processes to run cases in; default: one per core for a large run, one for a small run of other drivers than ours; 0: this one, as for a debugger',
    )
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the run; put them together with `streamproof merge`',
    )
    .action(async (driverFiles: string[], options: RunOptions) => {
      process.exitCode = await run(driverFiles, options)
    })
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

async function run(driverFiles: readonly string[], options: RunOptions): Promise<number> {
  mustMayUpdate(options)
  await mustBeWritable('--json', options.json)
  await mustBeWritable('--write-known-failing', options.writeKnownFailing)
  mustKeepLines(options)
  const spec = specOf(driverFiles, options)
  const interrupt = new Interrupt()
  const executor = new Executor(spec, options, interrupt.signal)
  const guard = new ExitGuard()
  try {
    return await runWith(executor, spec, options, { interrupt, guard })
  } finally {
    guard.stop()
    executor.stop()
    interrupt.stop()
  }
}

async function runWith(
  executor: Executor,
  spec: RunSpec,
  options: RunOptions,
  { interrupt, guard }: { interrupt: Interrupt; guard: ExitGuard },
): Promise<number> {
  const started = Date.now()
  const { signal } = interrupt
  const loaded = await loadRun(spec)
  interrupt.listen()
  executor.driversLoaded()
  loaded.refused.push(...emptyFolders(spec.folders, loaded.sources, loaded.refused))
  const knownFailing = await linesOf(loaded, spec)
  const groups = groupsOf(loaded, spec.shard)
  guard.enter('smoke')
  await executor.smoke(groups)
  guard.enter('cases')
  const stored = groups.reduce((sum, group) => sum + group.cases.length, 0)
  const cases = stored + drawnCases(spec, loaded)
  const progress = await progressOn(process.stderr, cases)
  const witnesses = new Witnesses(options.witnesses)
  const execute = executor.executeFor(cases, { drivers: loaded.drivers, ...drawnOf(spec) })
  const input: SuiteInput = {
    ...loaded,
    knownFailing,
    update: options.update ?? false,
    onCase: ({ results }) => progress.onCases({ cases: 1, unexpected: results.filter(isUnexpected).length }),
    execute: execute.stored,
    groups,
    generated: generatedFor(spec, { witnesses, progress, signal, execute: execute.drawn }),
    brief: isBrief(spec),
    partial: () => spec.shard !== undefined || signal.aborted,
  }
  const suite = await explained(runSuite(input))
  progress.stop()
  const shard = spec.shard && { ...spec.shard, plan: planDigest(loaded) }
  const interrupted = signal.aborted
  const report = makeReport(suite, { ...loaded, spec, started, interrupted, ...(shard && { shard }) })
  process.stdout.write(`${renderRun(report)}\n`)
  if (options.writeKnownFailing !== undefined) {
    const play = (saved: readonly StoredWitness[]) => playWitnesses(saved, spec, options, signal)
    await writeLines(options.writeKnownFailing, { ...loaded, suite, witnesses, play })
  }
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify(resultDocument(report), null, 2)}\n`)
  }
  return signal.aborted ? interruptedExitCode : report.exitCode
}

/** A line may name a rule, a trigger or a witness that there is not, a declaration a rule. */
async function explained<T>(running: Promise<T>): Promise<T> {
  return running.catch((error: unknown) => {
    const isOfInput = error instanceof KnownFailingError || error instanceof DriverError
    throw isOfInput ? new UsageError(error.message) : error
  })
}

function specOf(driverFiles: readonly string[], options: RunOptions): RunSpec {
  return {
    driverFiles,
    folders: options.recordings,
    cases: options.case,
    drivers: options.driver,
    witnesses: options.witnesses,
    knownFailing: options.knownFailing,
    generated: readDraw(options),
    allDeliveries: options.allDeliveries ?? false,
    ...(options.shard === undefined ? {} : { shard: readShard(options.shard) }),
  }
}

/** Lines that people have written are not written over: what they excuse fails no more, so it would be gone. */
function mustKeepLines({ knownFailing, writeKnownFailing }: RunOptions): void {
  if (writeKnownFailing === undefined) return
  if (knownFailing.some((file) => resolve(file) === resolve(writeKnownFailing))) {
    throw new UsageError(
      `--write-known-failing: \`${writeKnownFailing}\` holds lines that this run reads. Name another file, and add what it says to yours.`,
    )
  }
}

function mustMayUpdate({ update }: RunOptions): void {
  if (update && process.env['CI']) {
    throw new UsageError(
      '`--update` rewrites goldens for review by a person; it does not run where CI is set.',
    )
  }
}
