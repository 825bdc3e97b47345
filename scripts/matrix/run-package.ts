/** Runs the drivers of one folder in processes of their own, as `streamproof run` does, and reads the result document. */

import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResultDocument } from '../../harness/index.ts'
import { witnessesOf, type MatrixPackage } from './packages.ts'

export type RunOptions = {
  /** Sessions drawn per wire. */
  runs: number
  seed: number
  /** Case patterns; none: all. */
  cases?: readonly string[]
  /** A few deliveries of each recording instead of all. */
  brief?: boolean
  /** File of lines; none: nothing is excused. */
  knownFailing?: string | undefined
  /** Where the lines for what fails are written. */
  writeKnownFailing?: string
}

/** `document` is missing where the run did not come so far; its own message has been printed. */
export type PackageRun = { exitCode: number; document?: ResultDocument }

export async function runPackage(matrixPackage: MatrixPackage, options: RunOptions): Promise<PackageRun> {
  const folder = await mkdtemp(join(tmpdir(), 'streamproof-matrix-'))
  const json = join(folder, 'result.json')
  try {
    const exitCode = await runCommand([
      'run',
      ...matrixPackage.drivers,
      '--witnesses',
      witnessesOf(matrixPackage),
      '--runs',
      String(options.runs),
      '--seed',
      String(options.seed),
      '--json',
      json,
      ...(options.brief ? [] : ['--all-deliveries']),
      ...(options.cases ?? []).flatMap((pattern) => ['--case', pattern]),
      ...(options.knownFailing === undefined ? [] : ['--known-failing', options.knownFailing]),
      ...(options.writeKnownFailing === undefined
        ? []
        : ['--write-known-failing', options.writeKnownFailing]),
    ])
    const document = await readDocument(json)
    return document ? { exitCode, document } : { exitCode }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What it prints of each fault is left out: the matrix tells them in its own way. */
function runCommand(words: readonly string[]): Promise<number> {
  const child = fork(fileURLToPath(new URL('../streamproof.ts', import.meta.url)), words, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 2, 'ipc'],
    // Clients that their packages give no switch for.
    env: { ...process.env, OPENAI_LOG: 'off', ANTHROPIC_LOG: 'off' },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 3))
  })
}

async function readDocument(file: string): Promise<ResultDocument | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const document = JSON.parse(text) as ResultDocument
  // Processes hand in their results as they get ready; what is written of them keeps one order.
  return { ...document, results: document.results.toSorted(byId) }
}

function byId(a: { id: string }, b: { id: string }): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
