/**
 * Looks through stored recordings for what should not be published or cannot be trusted: secrets, broken digests,
 * unknown fields, retired formats. Reports everything it finds; changes nothing. Not here: one recording (lint/).
 */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { foreignFindings } from './lint/foreign-file.ts'
import { ownFindings } from './lint/own-recording.ts'
import type { LintFinding } from './lint/finding.ts'
import { recordingFileName } from './read.ts'

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
  const isOwn = entries.some((entry) => entry.isFile() && entry.name === recordingFileName)
  const own = isOwn ? await ownFindings(folder) : { findings: [], files: new Set<string>() }
  yield* own.findings
  for (const { name, ...entry } of entries.sort((a, b) => (a.name < b.name ? -1 : 1)).map(withKind)) {
    const path = join(folder, name)
    if (entry.isFolder && name.startsWith(journalPrefix)) yield unfinished(path)
    if (entry.isFolder && name !== 'node_modules' && name !== '.git') yield* lintFolder(path)
    else if (entry.isFile && !own.files.has(name)) yield* await foreignFindings(path)
  }
}

function withKind(entry: { name: string; isFile(): boolean; isDirectory(): boolean }) {
  return { name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }
}

/** Where capture keeps an exchange that is still running; what a crash leaves. */
const journalPrefix = '.journal-'

function unfinished(file: string): LintFinding {
  return {
    file,
    rule: 'unfinished',
    message: 'is the journal of an exchange that was never completed',
    fix: 'Run `streamproof recover` on the folder around it',
  }
}
