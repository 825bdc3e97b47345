/**
 * What stands in a journal: an entry is a line of JSON; where it says `bytes`, as many bytes follow, and a line feed. One system call writes an entry, so line
 * and bytes are never apart. Not here: the file (journal.ts).
 */

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

export type Begin = {
  id: Identity
  borders: Borders
  /** Name and version of what records, and of the client, where it says. */
  tool: string
  client?: string
}

export type JournaledResponse = ResponseHead & { decoded?: string }

export type BodyPart = 'request' | 'body'

export type Entry = {
  /** Which exchange of this file, from 1. */
  x: number
  begin?: Begin
  /** The heads as they may be written. */
  request?: RequestHead
  response?: JournaledResponse
  /** A read of the body: its length, and milliseconds since the one before. */
  read?: ChunkEntry
  /** What the bytes after this line belong to; `heads`: both heads as they came, lines of JSON, always sealed. */
  part?: BodyPart | 'heads'
  bytes?: number
  /** The bytes are sealed, and stand here in all that is sealed in the file; of a body they are then all that came, without this all that may be written. */
  sealed?: number
  redactions?: Recording['redactions']
  end?: RecordingEnd
}

/** The first line; rewritten in place, which takes no room on a full disk. */
export type Header = {
  journal: 1
  /** Of what is sealed in it, in hex. */
  nonce: string
  /** No more will be written. */
  sealed?: true
  /** The recorder could not write on. */
  failed?: string
}

const newLine = Buffer.from('\n')
let exchangeCount = 0

/** An identity no other call ever gave. */
export function nextIdentity(time: number): Identity {
  exchangeCount += 1
  return { time, pid: process.pid, thread: threadId, count: exchangeCount }
}

/** An entry as it is written, in pieces; the pieces given are among them. */
export function encodedEntry(entry: Entry, pieces: readonly Uint8Array[]): Uint8Array[] {
  const filled = pieces.filter((piece) => piece.length > 0)
  const bytes = filled.reduce((sum, piece) => sum + piece.length, 0)
  const line = Buffer.from(`${JSON.stringify(bytes > 0 ? { ...entry, bytes } : entry)}\n`)
  return bytes > 0 ? [line, ...filled, newLine] : [line]
}
