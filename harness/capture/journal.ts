/**
 * The journal of one exchange while it runs: a folder beside the recordings, to which everything is appended as it comes, so that a crash leaves it. Not here: reading it (journal-read.ts) and making a recording of it (fold.ts).
 *
 * `chunks.ndjson` holds one line per step (`JournalLine`), `request` and `body` the bytes. Bytes are written before the line that counts them.
 */

import { closeSync, mkdirSync, openSync, statSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { ChunkEntry, Recording, RecordingEnd } from '../recording/format.ts'
import type { Borders, RequestHead, ResponseHead } from './exchange.ts'

/** Tells one exchange from every other that is recorded into the same folder, by any process. */
export type Identity = {
  /** Milliseconds since 1970. */
  time: number
  pid: number
  thread: number
  /** Of this thread, from 1. */
  count: number
}

export type JournalLine =
  | { begin: Begin }
  | { response: ResponseHead & { decoded?: string } }
  | ChunkEntry
  | { redactions: Recording['redactions'] }
  | { end: RecordingEnd }
  /** The recorder could not go on; the exchange did. */
  | { failed: string }

export type Begin = {
  id: Identity
  request: RequestHead
  borders: Borders
  /** Name and version of what records, and of the client, where it says. */
  tool: string
  client?: string
}

export const journalPrefix = '.journal-'
export const journalFiles = { lines: 'chunks.ndjson', request: 'request', body: 'body' } as const

let count = 0

/** An identity no other call ever gave. */
export function nextIdentity(time: number): Identity {
  count += 1
  return { time, pid: process.pid, thread: threadId, count }
}

export class Journal {
  readonly folder: string
  readonly #lines: number
  readonly #files = new Map<string, number>()
  #closed = false

  /** Makes the folder and writes the first line. Throws as node:fs does. */
  constructor(out: string, begin: Begin) {
    const { pid, time, thread, count } = begin.id
    this.folder = join(out, `${journalPrefix}${pid}-${time}-${thread}-${count}`)
    makeFolderIn(out, this.folder)
    this.#lines = this.#open(journalFiles.lines)
    this.line({ begin })
  }

  line(line: JournalLine): void {
    writeAll(this.#lines, [Buffer.from(`${JSON.stringify(line)}\n`)])
  }

  request(bytes: Uint8Array): void {
    if (bytes.length > 0) writeAll(this.#open(journalFiles.request), [bytes])
  }

  /** One system call for the pieces of one read: https://nodejs.org/api/fs.html#fswritevsyncfd-buffers-position */
  body(pieces: readonly Uint8Array[]): void {
    const filled = pieces.filter((piece) => piece.length > 0)
    if (filled.length > 0) writeAll(this.#open(journalFiles.body), filled)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const file of this.#files.values()) closeSync(file)
  }

  #open(name: string): number {
    const known = this.#files.get(name)
    if (known !== undefined) return known
    const file = openSync(join(this.folder, name), 'ax')
    this.#files.set(name, file)
    return file
  }
}

/** `out` is there for all exchanges but the first. */
function makeFolderIn(out: string, folder: string): void {
  try {
    mkdirSync(folder)
  } catch {
    if (statSync(out, { throwIfNoEntry: false })?.isFile() === true)
      throw new Error(`\`${out}\` is a file, not a folder`)
    mkdirSync(folder, { recursive: true })
  }
}

/** A system call may write less than it was given, as on a disk that is nearly full. */
function writeAll(file: number, pieces: readonly Uint8Array[]): void {
  let rest = pieces
  while (rest.length > 0) rest = withoutFirst(rest, writevSync(file, rest))
}

function withoutFirst(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  const rest: Uint8Array[] = []
  for (const piece of pieces) {
    const written = Math.min(left, piece.length)
    left -= written
    if (written < piece.length) rest.push(piece.subarray(written))
  }
  return rest
}
