/** Puts a run, its input and its ending together into what the reports are made from. */

import {
  countSources,
  exitCodeOf,
  type Driver,
  type RefusedFile,
  type Result,
  type RunReport,
  type Source,
  type SuiteRun,
} from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { defaultWitnesses, isBrief, isUnfiltered, type RunSpec } from './load-run.ts'

export type RunInput = {
  drivers: readonly Driver[]
  sources: readonly Source[]
  refused: readonly RefusedFile[]
  /** Milliseconds since the epoch. */
  started: number
  /** What was asked for, for the command that shows a result again. */
  spec: RunSpec
  interrupted: boolean
  shard?: RunReport['shard']
}

export function makeReport(suite: SuiteRun, input: RunInput): RunReport {
  const { drivers, sources, refused, started } = input
  return {
    ...suite,
    sources: countSources(sources),
    refused,
    drivers: drivers.map(({ name, version, wires, level }) => ({ name, version, wires, level })),
    run: {
      startedAt: new Date(started).toISOString(),
      durationMs: Date.now() - started,
      argv: process.argv.slice(2),
      platform: `node ${process.versions.node} ${process.platform}-${process.arch}`,
      toolVersion: packageVersion(),
    },
    interrupted: input.interrupted,
    covers: { cases: isUnfiltered(input.spec), deliveries: !isBrief(input.spec) },
    ...(input.shard ? { shard: input.shard } : {}),
    exitCode: exitCodeOf({ ...suite, refused }),
    again: (result) => again(result, input),
  }
}

/** As it is called here: from a checkout, or from the installed package. */
const runCommand = import.meta.url.endsWith('.ts') ? 'npm run -s conformance --' : 'npx streamproof run'

/** The command that runs one result's case alone. */
function again({ id, witness, count }: Result, { spec }: RunInput): string {
  const { driverFiles, folders, witnesses, generated } = spec
  const words = [
    ...driverFiles.map(quote),
    ...folders.map((folder) => `--recordings ${quote(folder)}`),
    ...(witnesses === undefined || witnesses === defaultWitnesses ? [] : [`--witnesses ${quote(witnesses)}`]),
    ...(generated && count !== undefined ? [`--runs ${generated.runs} --seed ${generated.seed}`] : []),
    `--case ${quote(count === undefined ? (witness?.id ?? id) : drawnAlike(id))}`,
  ]
  return `${runCommand} ${words.join(' ')}`
}

/** A counted result stands for sessions of its rule; the pattern of all of them. */
function drawnAlike(id: string): string {
  return id.replace(/\/(generated-\d+)[^/]*\/[^@]*@/, '/$1-*/*@')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
