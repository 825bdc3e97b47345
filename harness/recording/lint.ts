/**
 * Looks through stored recordings for what should not be published or cannot be trusted: secrets, broken digests,
 * unknown fields, retired formats. Reports everything it finds; changes nothing. Not here: one recording (lint/).
 */

import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { foreignFindings } from './lint/foreign-file.ts'
import { ownFindings } from './lint/own-recording.ts'
import type { LintFinding } from './lint/finding.ts'
import { recordingFileName } from './read.ts'
import { isJournal, unfinishedText, whereToRecover } from './unfinished.ts'

/** Findings below a folder or in a file, in a stable order. */
export async function* lintRecordings(path: string): AsyncGenerator<LintFinding> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) {
    yield {
      file: path,
      rule: 'unreadable',
      message: 'does not exist',
      fix: 'Name a folder or a file of recordings',
    }
  } else if (stats.isDirectory()) yield* lintFolder(path)
  else yield* await foreignFindings(path)
}

async function* lintFolder(folder: string): AsyncGenerator<LintFinding> {
  const entries = await readdir(folder, { withFileTypes: true })
  const isOwn = entries.some((entry) => entry.name === recordingFileName)
  const own = isOwn ? await ownFindings(folder) : { findings: [], files: new Set<string>() }
  yield* own.findings
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (isJournal(entry.name)) yield unfinished(path)
    if (entry.isDirectory()) yield* isLeftOut(entry.name) ? [] : lintFolder(path)
    else if (!own.files.has(entry.name) && !(await leadsToFolder(entry, path)))
      yield* await foreignFindings(path)
  }
}

function isLeftOut(folder: string): boolean {
  return folder === 'node_modules' || folder === '.git'
}

/** A link to a folder is not followed: it may lead back. */
async function leadsToFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false
  const stats = await stat(path).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

function unfinished(file: string): LintFinding {
  return { file, rule: 'unfinished', message: unfinishedText, fix: whereToRecover(file) }
}
