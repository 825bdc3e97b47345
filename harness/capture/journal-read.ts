/** A journal as it lies on disk, whole or cut by a crash at any byte. Not here: writing it (journal.ts), what becomes of it (fold.ts). */

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ChunkEntry, Recording, RecordingEnd } from '../recording/format.ts'
import type { ResponseHead } from './exchange.ts'
import { journalFiles, type Begin, type JournalLine } from './journal.ts'

export type ReadJournal = {
  folder: string
  begin: Begin
  requestBytes: number
  /** Absent where no answer began. */
  response?: ResponseHead & { decoded?: string }
  bodyBytes: number
  /** Adds up to `bodyBytes`. */
  chunks: ChunkEntry[]
  redactions: Recording['redactions']
  /** Absent where the process was killed. */
  end?: RecordingEnd
  failed?: string
}

/** Undefined where not even the first line was written, so that nothing is known of the exchange. */
export function readJournal(folder: string): ReadJournal | undefined {
  const lines = journalLines(join(folder, journalFiles.lines))
  const bodyBytes = sizeOf(join(folder, journalFiles.body))
  let journal: ReadJournal | undefined
  const chunks: ChunkEntry[] = []
  for (const line of lines) {
    if (Array.isArray(line)) chunks.push(line)
    else if ('begin' in line) journal = newJournal(folder, line.begin, bodyBytes)
    else if (journal !== undefined) Object.assign(journal, line)
  }
  if (journal !== undefined) journal.chunks = fitted(chunks, bodyBytes)
  return journal
}

/** The first bytes of a file; all of it by default. Empty where there is no such file. */
export function firstBytes(path: string, bytes = Number.POSITIVE_INFINITY): Uint8Array {
  const length = Math.min(bytes, sizeOf(path))
  const buffer = Buffer.alloc(length)
  if (length === 0) return buffer
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < length;) {
      const read = readSync(file, buffer, at, length - at, at)
      if (read === 0) return buffer.subarray(0, at)
      at += read
    }
    return buffer
  } finally {
    closeSync(file)
  }
}

function newJournal(folder: string, begin: Begin, bodyBytes: number): ReadJournal {
  const requestBytes = sizeOf(join(folder, journalFiles.request))
  return { folder, begin, requestBytes, bodyBytes, chunks: [], redactions: [] }
}

function journalLines(path: string): JournalLine[] {
  const text = textOf(path)
  // What follows the last line feed was being written when the process died.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => parsed(line))
}

function parsed(line: string): JournalLine[] {
  try {
    return [JSON.parse(line) as JournalLine]
  } catch {
    return []
  }
}

/** The table may be ahead of the body by what the redactor held back, or one read behind it; the bytes decide. */
function fitted(chunks: readonly ChunkEntry[], bytes: number): ChunkEntry[] {
  let left = bytes
  const kept: ChunkEntry[] = []
  for (const [length, milliseconds] of chunks) {
    if (left === 0) break
    kept.push([Math.min(length, left), milliseconds])
    left -= Math.min(length, left)
  }
  return left > 0 ? [...kept, [left, 0]] : kept
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
