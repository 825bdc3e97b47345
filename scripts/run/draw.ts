/** The generated sessions of a run, from its options: how many, and where their witnesses go. Not here: lines for what fails (write-lines.ts). */

import { basename, resolve } from 'node:path'
import {
  saveWitness,
  wireNames,
  type DrawExecute,
  type GeneratedOptions,
  type StoredWitness,
  type Witness,
} from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { drawnOf, type LoadedRun, type RunSpec } from './load-run.ts'
import type { Progress } from './progress.ts'

export type DrawOptions = { runs: string; seed: string; dialects?: boolean; writeKnownFailing?: string }

/** @throws UsageError for a number that is none. */
export function readDraw({ runs, seed, dialects = false }: DrawOptions): NonNullable<RunSpec['generated']> {
  return { runs: readNumber('--runs', runs), seed: readNumber('--seed', seed), dialects }
}

function readNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${option}: write a whole number of at most 9 digits, found \`${text}\`.`)
}

/** How many cases the sessions make at most; a selection may leave some out. */
export function drawnCases({ generated }: RunSpec, { drivers, selection }: LoadedRun): number {
  const chosen = drivers.filter(
    ({ name }) => selection.drivers.length === 0 || selection.drivers.includes(name),
  )
  const pairs = wireNames.flatMap((wire) => chosen.filter(({ wires }) => wires.includes(wire)))
  return pairs.length * (generated?.runs ?? 0)
}

/** Saves the witnesses of a run and remembers them. */
export class Witnesses {
  readonly #folder: string
  readonly #saved = new Map<string, Witness>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async save(witness: Witness): Promise<string> {
    const folder = await saveWitness(this.#folder, witness)
    this.#saved.set(folder, witness)
    return folder
  }

  saved(): StoredWitness[] {
    return [...this.#saved].map(([folder, witness]) => ({
      ...witness,
      name: basename(folder),
      folder: resolve(folder),
    }))
  }
}

export type DrawHelp = {
  witnesses: Witnesses
  progress: Progress
  signal: AbortSignal
  execute: DrawExecute | undefined
}

/** What a run draws, and what becomes of it. */
export function generatedFor(spec: RunSpec, help: DrawHelp): GeneratedOptions {
  const { witnesses, progress, signal, execute } = help
  return {
    ...drawnOf(spec),
    ...(spec.shard && { part: spec.shard }),
    save: (witness) => witnesses.save(witness),
    onBlock: (_wire, done) => progress.onCases(done),
    signal,
    ...(execute && { execute }),
  }
}
