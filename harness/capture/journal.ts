/**
 * The journal: one file per process beside the recordings, to which everything of every running exchange is appended as it comes, so that a crash leaves
 * it. One file for all exchanges and not one folder each: to create a file costs more than to write to it, and would delay each first chunk. Not here: its
 * entries (journal-entry.ts), reading it (journal-index.ts), making recordings of it (fold.ts).
 */

import { closeSync, openSync, rmSync, writeSync, writevSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { encodedEntry, type Entry, type Header } from './journal-entry.ts'
import { makeFolder } from './out-folder.ts'
import { newNonce, release, Sealer } from './sealing.ts'
import { WhenSent } from './when-sent.ts'

export const journalPrefix = '.journal-'
export const headerBytes = 256
/** Milliseconds; a system call for each entry would be felt. */
const noteDelay = 10

/** Journals this thread still writes to. */
const openHere = new Set<string>()

export function isOpenHere(journal: string): boolean {
  return openHere.has(journal)
}

/** Of an exchange there are two: `plain` bytes may be written as they are, `sealed` ones are sealed first. */
export type Copy = 'plain' | 'sealed'

let fileCount = 0

export class JournalFile {
  readonly path: string
  readonly #file: number
  #size = headerBytes
  #exchanges = 0
  readonly #open = new Set<number>()
  #retired = false
  #noted: { entry: Entry; pieces: readonly Uint8Array[]; copy: Copy }[] = []
  readonly #whenSent = new WhenSent(() => this.#encodeNoted())
  /** What was noted, encoded. */
  #waiting: Uint8Array[] = []
  /** Of that, what is sealed. */
  #sealed: Uint8Array[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #key: Buffer
  readonly #nonce = newNonce()
  #sealer: Sealer | undefined
  #header: Header = { journal: 1, nonce: this.#nonce.toString('hex') }
  #closed = false

  /** Makes the file, and its folder where that is missing. Throws as node:fs does. */
  constructor(out: string, key: Buffer) {
    this.#key = key
    fileCount += 1
    this.path = join(out, `${journalPrefix}${process.pid}-${Date.now()}-${threadId}-${fileCount}`)
    this.#file = openIn(this.path)
    try {
      this.#writeHeader()
    } catch (error) {
      closeSync(this.#file)
      rmSync(this.path, { force: true })
      throw error
    }
    openHere.add(this.path)
  }

  get size(): number {
    return this.#size
  }

  /** Why nothing more can be written to it, if so. */
  get failed(): string | undefined {
    return this.#header.failed
  }

  /** The number of a new exchange; `done` is called when nothing more of it comes. */
  next(): number {
    this.#exchanges += 1
    this.#open.add(this.#exchanges)
    return this.#exchanges
  }

  /** Also of an exchange that is done already: it may fail after its end. */
  done(x: number): void {
    this.#open.delete(x)
    if (this.#retired && this.#open.size === 0) this.seal()
  }

  /** There will be no new exchange in it. */
  retire(): void {
    this.#retired = true
    if (this.#open.size === 0) this.seal()
  }

  /**
   * Appends an entry that can wait: it is on disk some milliseconds later, or with the next `write`. Its pieces must stay as they are until then. The place
   * of what is sealed is added here.
   */
  note(entry: Entry, pieces: readonly Uint8Array[] = [], copy: Copy = 'plain'): void {
    this.#throwIfFailed()
    this.#noted.push({ entry, pieces, copy })
    this.#whenSent.soon()
    this.#timer ??= setTimeout(() => {
      try {
        this.flush()
      } catch {
        // Whoever writes next to this file is told.
      }
    }, noteDelay).unref()
  }

  /** Appends an entry, on disk when this returns. Throws where the disk does not take it. */
  write(entry: Entry, pieces: readonly Uint8Array[] = [], copy: Copy = 'plain'): void {
    this.#throwIfFailed()
    this.#noted.push({ entry, pieces, copy })
    this.flush()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#whenSent.now()
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0 || this.#closed) return
    try {
      this.#size += writeAll(this.#file, waiting, this.#size)
      release(this.#sealed.splice(0))
    } catch (error) {
      this.#header.failed = error instanceof Error ? error.message : String(error)
      this.#writeHeader()
      throw error
    }
  }

  /** Says that it is whole, and closes it. */
  seal(): void {
    if (this.#closed) return
    try {
      this.flush()
      this.#header.sealed = true
      this.#writeHeader()
    } catch {
      // Its header says why, where the disk took even that.
    }
    this.#closed = true
    openHere.delete(this.path)
    closeSync(this.#file)
  }

  #encodeNoted(): void {
    for (const { entry, pieces, copy } of this.#noted.splice(0)) {
      if (copy === 'plain') this.#waiting.push(...encodedEntry(entry, pieces))
      else {
        this.#sealer ??= new Sealer(this.#key, this.#nonce)
        const sealed = this.#sealer.seal(pieces)
        this.#sealed.push(...sealed.pieces)
        this.#waiting.push(...encodedEntry({ ...entry, sealed: sealed.at }, sealed.pieces))
      }
    }
  }

  #throwIfFailed(): void {
    if (this.#header.failed !== undefined) throw new Error(this.#header.failed)
    if (this.#closed) throw new Error('the journal is closed')
  }

  #writeHeader(): void {
    const { failed } = this.#header
    const header = { ...this.#header, ...(failed !== undefined && { failed: failed.slice(0, 150) }) }
    writeSync(
      this.#file,
      `${JSON.stringify(header)
        .padEnd(headerBytes - 1)
        .slice(0, headerBytes - 1)}\n`,
      0,
    )
  }
}

/** The journal files of one recorder: a new one when the last has grown large, or failed, so that each can be removed when its exchanges are recordings. */
export class Journals {
  readonly #out: string
  readonly #key: Buffer
  readonly #onFile: (path: string) => void
  #current: JournalFile | undefined

  constructor(out: string, key: Buffer, onFile: (path: string) => void) {
    this.#out = out
    this.#key = key
    this.#onFile = onFile
  }

  /** The file for a new exchange. */
  current(): JournalFile {
    const current = this.#current
    if (current !== undefined && current.failed === undefined && current.size < largestFile) return current
    current?.retire()
    this.#current = new JournalFile(this.#out, this.#key)
    this.#onFile(this.#current.path)
    return this.#current
  }

  /** Whether new exchanges may still come to a file. */
  isCurrent(path: string): boolean {
    return path === this.#current?.path
  }

  flush(): void {
    try {
      this.#current?.flush()
    } catch {
      // Whoever writes next to this file is told.
    }
  }

  close(): void {
    this.#current?.retire()
    this.#current = undefined
  }
}

const largestFile = 64 * 1024 * 1024

function openIn(path: string): number {
  try {
    return openSync(path, 'wx')
  } catch {
    makeFolder(dirname(path))
    return openSync(path, 'wx')
  }
}

/** A system call may write less than it was given, as on a disk that is nearly full. Gives the bytes written. */
function writeAll(file: number, pieces: readonly Uint8Array[], position: number): number {
  let total = 0
  for (let rest = pieces; rest.length > 0;) {
    const written = writevSync(file, rest, position + total)
    total += written
    rest = withoutFirst(rest, written)
  }
  return total
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
