/** Writes known-failing lines for everything that a run showed, and that its next run will show of the witnesses it saved. */

import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  knownFailingText,
  type Result,
  type Selection,
  type Source,
  type StoredWitness,
  type SuiteRun,
} from '../../harness/index.ts'
import type { Witnesses } from './draw.ts'

export type LinesOf = {
  suite: Pick<SuiteRun, 'results' | 'failed'>
  sources: readonly Source[]
  selection: Selection
  witnesses: Witnesses
  /** Plays witnesses that this run has saved. */
  play: (saved: readonly StoredWitness[]) => Promise<Result[]>
}

export async function writeLines(file: string, run: LinesOf): Promise<void> {
  const { suite, sources, selection, witnesses, play } = run
  const saved = witnesses.saved()
  const isSelected = (result: Result) =>
    selection.cases.length === 0 || selection.cases.some((pattern) => pattern.matches(result))
  const shown = (await play(saved)).filter(isSelected)
  const ids = new Set(shown.map(({ id }) => id))
  const results = suite.results.filter(({ id }) => !ids.has(id)).map(withAbsoluteFolder)
  const failures = {
    results: [...results, ...shown],
    failed: suite.failed,
    witnesses: [...saved, ...storedIn(sources)],
    save: async (witness: Parameters<Witnesses['save']>[0]) => resolve(await witnesses.save(witness)),
  }
  await writeFile(file, await knownFailingText(failures, resolve(dirname(file))))
}

function withAbsoluteFolder(result: Result): Result {
  const { witness } = result
  return witness ? { ...result, witness: { ...witness, folder: resolve(witness.folder) } } : result
}

/** Those of earlier runs. */
function storedIn(sources: readonly Source[]): StoredWitness[] {
  return sources.flatMap(({ witnesses }) =>
    [...(witnesses ?? [])].flatMap(([{ name, path }, witness]) =>
      path === undefined ? [] : [{ ...witness, name, folder: resolve(path) }],
    ),
  )
}
