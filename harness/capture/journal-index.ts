/** What a journal holds, found by reading its lines and stepping over the bytes: while it grows, or as a crash cut it at any byte. Not here: writing it (journal.ts), what becomes of it (fold.ts). */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ChunkEntry, Recording, RecordingEnd } from '../recording/format.ts'
import type { RequestHead } from './exchange.ts'
import type { Begin, BodyPart, Entry, Header, JournaledResponse } from './journal-entry.ts'
import { headerBytes } from './journal.ts'

/** A place in the journal file; `sealed`: its bytes are, and stand here in all that is sealed. */
export type Slice = { offset: number; length: number; sealed?: number }

export type Bodies = Record<BodyPart, Slice[]>

export type JournaledExchange = {
  x: number
  begin: Begin
  /** Plain: redacted, as far as that had come. */
  request?: RequestHead
  response?: JournaledResponse
  plain: Bodies
  /** Sealed: as it came, whole. */
  heads: Slice[]
  sealed: Bodies
  /** The reads as they came, of all that is sealed. */
  reads: ChunkEntry[]
  redactions: Recording['redactions']
  /** Absent while it runs, and where the process was killed. */
  end?: RecordingEnd
}

/** Hears of each entry; `bytes` is where those that follow it lie. */
export type HearEntry = (exchange: JournaledExchange, entry: Entry, bytes: Slice | undefined) => void

/** Most lines are shorter; the bytes between them need not be read. */
const windowBytes = 8 * 1024

export class JournalIndex {
  readonly path: string
  readonly exchanges = new Map<number, JournaledExchange>()
  #at = headerBytes
  #window: Buffer = Buffer.alloc(0)
  #windowAt = 0

  constructor(path: string) {
    this.path = path
  }

  /** Reads the entries that are whole and new. A file that is gone has none. */
  update(hear: HearEntry = () => {}): void {
    this.#read(hear, false)
  }

  /** As `update`, for a file nobody writes any more: of a last entry that is cut, the bytes that are there count. */
  finish(hear: HearEntry = () => {}): void {
    this.#read(hear, true)
  }

  /** The first line; undefined where it was never written. */
  header(): Header | undefined {
    return withFile(this.path, (file) => {
      const buffer = Buffer.alloc(headerBytes)
      readSync(file, buffer, 0, headerBytes, 0)
      return parsed<Header>(buffer.toString())
    })
  }

  #read(hear: HearEntry, last: boolean): void {
    withFile(this.path, (file) => {
      const size = fstatSync(file).size
      this.#window = Buffer.alloc(0)
      while (this.#at < size && this.#readEntry(file, size, hear, last));
    })
  }

  /** Whether there may be another. */
  #readEntry(file: number, size: number, hear: HearEntry, last: boolean): boolean {
    const line = this.#line(file, size)
    if (line === undefined) return false
    const entry = parsed<Entry>(line.toString())
    const offset = this.#at + line.length + 1
    const length = entry?.bytes ?? 0
    const whole = length === 0 || offset + length + 1 <= size
    if (!whole && !last) return false
    this.#at = length === 0 ? offset : offset + length + 1
    const { sealed } = entry ?? {}
    const slice = { offset, length: Math.min(length, size - offset), ...(sealed !== undefined && { sealed }) }
    if (entry !== undefined) this.#take(entry, slice, hear)
    return whole
  }

  #take(entry: Entry, bytes: Slice, hear: HearEntry): void {
    const { x, begin, request, response, read, part, redactions, end } = entry
    const exchange = this.exchanges.get(x) ?? begunBy(x, begin)
    if (exchange === undefined) return
    this.exchanges.set(x, exchange)
    if (request !== undefined) exchange.request = request
    if (response !== undefined) exchange.response = response
    if (read !== undefined) exchange.reads.push(read)
    if (part !== undefined && bytes.length > 0) slicesOf(exchange, part, bytes).push(bytes)
    if (redactions !== undefined) exchange.redactions = redactions
    if (end !== undefined) exchange.end = end
    hear(exchange, entry, bytes.length > 0 ? bytes : undefined)
  }

  /** The line that begins at `#at`, without its line feed; undefined where that has not come. */
  #line(file: number, size: number): Buffer | undefined {
    for (let bytes = windowBytes; ; bytes *= 2) {
      const from = this.#at - this.#windowAt
      const end = from >= 0 && from < this.#window.length ? this.#window.indexOf(0x0a, from) : -1
      if (end !== -1) return this.#window.subarray(from, end)
      if (this.#windowAt === this.#at && this.#window.length >= size - this.#at) return undefined
      this.#window = readAt(file, { offset: this.#at, length: Math.min(bytes, size - this.#at) })
      this.#windowAt = this.#at
    }
  }
}

function begunBy(x: number, begin: Begin | undefined): JournaledExchange | undefined {
  const none = (): Bodies => ({ request: [], body: [] })
  return begin && { x, begin, plain: none(), heads: [], sealed: none(), reads: [], redactions: [] }
}

function slicesOf(exchange: JournaledExchange, part: BodyPart | 'heads', { sealed }: Slice): Slice[] {
  if (part === 'heads') return exchange.heads
  return sealed === undefined ? exchange.plain[part] : exchange.sealed[part]
}

export function sizeOf(slices: readonly Slice[]): number {
  return slices.reduce((sum, { length }) => sum + length, 0)
}

export type Unseal = (slice: Slice) => ((bytes: Uint8Array) => Buffer) | undefined

/** Shows the bytes of slices in blocks that are valid until the next; sealed ones opened, or left out where `unseal` cannot. */
export function eachBlock(
  path: string,
  slices: readonly Slice[],
  unseal: Unseal,
  show: (block: Uint8Array) => void,
): void {
  const block = Buffer.alloc(256 * 1024)
  withFile(path, (file) => {
    for (const slice of slices) {
      const open = slice.sealed === undefined ? (bytes: Uint8Array) => bytes : unseal(slice)
      if (open === undefined) continue
      for (let at = 0; at < slice.length;) {
        const read = readSync(file, block, 0, Math.min(block.length, slice.length - at), slice.offset + at)
        if (read === 0) return
        show(open(block.subarray(0, read)))
        at += read
      }
    }
  })
}

function readAt(file: number, { offset, length }: Slice): Buffer {
  const buffer = Buffer.alloc(length)
  let at = 0
  for (let read = 1; at < length && read > 0; at += read)
    read = readSync(file, buffer, at, length - at, offset + at)
  return buffer.subarray(0, at)
}

function withFile<T>(path: string, use: (file: number) => T): T | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T
  } catch {
    return undefined
  }
}
