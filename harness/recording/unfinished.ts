/** What a recorder that is gone leaves beside its recordings. Not here: what is in it, and completing it (harness/capture). */

import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSkippedFolder } from './read.ts'

/** The journal of the sessions of one process: a file that is there while it records, and after a crash. */
export function isJournal(name: string): boolean {
  return name.startsWith('.journal-')
}

export const unfinishedText = 'is the journal of sessions that are not completed'

export function whereToRecover(journal: string): string {
  return `Once its recorder is gone, run \`streamproof recover ${dirname(journal)}\``
}

/** Journals below a folder. */
export async function findJournals(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const lists = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (isJournal(entry.name)) return [path]
    return entry.isDirectory() && !isSkippedFolder(entry.name) ? findJournals(path) : []
  })
  return (await Promise.all(lists)).flat().sort()
}
