/** The recordings of the folders and files that a command names, and what of them cannot be read. Not here: reading one (harness/recording). */

import { relative } from 'node:path'
import {
  exitCodes,
  findJournals,
  loadRecordings,
  type ExitCode,
  type Recording,
  type RefusedFile,
  type Source,
  unfinishedText,
  whereToRecover,
} from '../harness/index.ts'

export type Stored = {
  recordings: Recording[]
  refused: RefusedFile[]
  /** What a recorder that is gone left, or one that runs is writing. */
  journals: string[]
}

export async function loadStored(paths: readonly string[]): Promise<Stored> {
  const stored: Stored = { recordings: [], refused: [], journals: [] }
  for (const path of paths) {
    for await (const loaded of loadRecordings(path)) {
      if ('recording' in loaded) stored.recordings.push(loaded.recording)
      else stored.refused.push(loaded.refused)
    }
    stored.journals.push(...(await findJournals(path)))
  }
  return stored
}

/** One line for everything that is no recording, with the mend where there is one. */
export function unreadLines({ refused, journals }: Pick<Stored, 'refused' | 'journals'>): string[] {
  return [
    ...refused.map(({ file, field, reason }) => {
      const place = field === undefined ? file : `${file} (${field})`
      return `refused   ${place}: ${reason}`
    }),
    ...journals.map((journal) => `journal   ${journal}: ${unfinishedText}. ${whereToRecover(journal)}.`),
  ]
}

/** `done`: what came of the recordings; a file that was named, or is of our own format, and cannot be read is wrong whatever came of the others. */
export function exitCodeOfStored({ refused }: Pick<Stored, 'refused'>, done: number): ExitCode {
  if (refused.some(({ broken }) => broken)) return exitCodes.usage
  return done === 0 ? exitCodes.nothingExecuted : exitCodes.asExpected
}

/** Folders that a run was given and of which it plays nothing: a misspelt name would pass for a green one. */
export function emptyFolders(
  folders: readonly string[],
  sources: readonly Source[],
  refused: readonly RefusedFile[],
): RefusedFile[] {
  const isEmpty = (folder: string) =>
    sources.some(({ label, recordings }) => label === folder && recordings.length === 0)
  const isTold = (folder: string) => refused.some(({ file, broken }) => broken && file.startsWith(folder))
  const reason = 'holds no recording that can be read. Name a folder or a file of recordings'
  return folders
    .filter((folder) => isEmpty(folder) && !isTold(folder))
    .map((file) => ({ file, reason, broken: true }))
}

/** From the current folder, where it is below that. */
export function fromHere(path: string): string {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : short
}
