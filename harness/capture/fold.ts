/** Makes a recording folder of one exchange of a journal, synchronously, so that it also works while a process exits. Not here: finding it in the journal (journal-index.ts), what may be kept (unsealing.ts), when (journal-folder.ts). */

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { responseFileName } from '../recording/body-file.ts'
import type { ChunkEntry, Recording, RecordingFile } from '../recording/format.ts'
import { detectWire } from '../recording/import/detect-wire.ts'
import { recordingText } from '../recording/json-text.ts'
import { checkedRecordingFile, parseRecordingFile } from '../recording/parse-file.ts'
import { recordingFileName } from '../recording/read.ts'
import { recordingFiles } from '../recording/write.ts'
import type { BodyPart } from './journal-entry.ts'
import type { JournaledExchange } from './journal-index.ts'
import { modelOf, recordingName } from './names.ts'
import { readFrom } from './report-tail.ts'
import { hostOf } from './selection.ts'
import { settleEnd } from './settle-end.ts'
import { keptOf, type Kept, type UnsealOptions } from './unsealing.ts'

export type Folded = {
  name: string
  folder: string
  wire?: NonNullable<Recording['wire']>
  /** Where there was an answer. */
  status?: number
  end: Recording['end']
  /** Of the body. */
  bytes: number
}

export type FoldOptions = UnsealOptions & {
  out: string
  /** Why the journal ends before its exchanges do, where the recorder was at fault. */
  failed?: string | undefined
}

/** A longer body is copied and hashed in blocks instead of read; the last pass of redaction then does not see it. */
export const longestInMemory = 64 * 1024 * 1024
export const foldingPrefix = '.folding-'
const peekBytes = 64 * 1024

/**
 * Makes `out/NAME/`. Where a recording of that name is, it is this exchange, folded before, and stays as it is. Throws where it cannot be written, and
 * leaves nothing. Undefined where not even the request is known.
 */
export function foldExchange(exchange: JournaledExchange, options: FoldOptions): Folded | undefined {
  const kept = keptOf(exchange, options)
  if (kept === undefined) return undefined
  const request = bytesOf(kept, 'request')
  const model = modelOf(kept.request.url, request)
  const name = recordingName(kept.request, model, exchange.begin.id)
  const folder = join(options.out, name)
  if (!existsSync(join(folder, recordingFileName)))
    stageInto(folder, join(options.out, `${foldingPrefix}${name}`), (staging) => {
      const write = kept.bytes('body') > longestInMemory ? writeLarge : writeSmall
      write(staging, kept, (body) => recordingOf(exchange, options, kept, { name, model, request, body }))
    })
  return { name, folder, ...factsOf(folder) }
}

type Known = { name: string; model: string | undefined; request: Uint8Array; body: Uint8Array }

function recordingOf(
  exchange: JournaledExchange,
  { failed }: FoldOptions,
  kept: Kept,
  { name, model, request, body }: Known,
): Recording {
  const { begin, end } = exchange
  const { response } = kept
  const { url } = kept.request
  const contentType = response?.headers['content-type']
  const title = titleOf(exchange, kept.lost, failed)
  const wire = detectWire({
    url,
    body,
    ...(request.length > 0 && { requestBody: request }),
    ...(contentType && { contentType }),
  })
  return {
    name,
    ...(wire && { wire }),
    ...(title !== undefined && { title }),
    request: { ...kept.request, ...(request.length > 0 && { body: request }) },
    ...(response && { response: { ...response, body, chunks: chunksOf(exchange, kept.bytes('body')) } }),
    end: settleEnd(end, response && { ...response, body }, wire),
    borders: begin.borders,
    framing: 'captured',
    provenance: {
      kind: 'captured',
      from: hostOf(url),
      ...(begin.client !== undefined && { client: begin.client }),
      tool: begin.tool,
      at: new Date(begin.id.time).toISOString(),
      ...(model !== undefined && { model }),
    },
    redactions: kept.redactions,
  }
}

/** Said where the recording ends before the exchange did, and the recorder is why. */
function titleOf({ end }: JournaledExchange, lost: number, failed: string | undefined): string | undefined {
  if (end === undefined && failed !== undefined) return `Cut short by the recorder: ${failed}`
  return lost > 0 ? `Cut short by the recorder: ${lost} bytes had not been redacted when it ended` : undefined
}

/** The reads of the bytes that are there: after a crash, those a redactor held back are not. */
function chunksOf({ reads }: JournaledExchange, bytes: number): ChunkEntry[] {
  let left = bytes
  const chunks: ChunkEntry[] = []
  for (const [length, milliseconds] of reads) {
    if (left === 0) break
    chunks.push([Math.min(length, left), milliseconds])
    left -= Math.min(length, left)
  }
  return chunks
}

function bytesOf(kept: Kept, part: BodyPart): Uint8Array {
  const blocks: Uint8Array[] = []
  kept.each(part, (block) => blocks.push(new Uint8Array(block)))
  return Buffer.concat(blocks)
}

function stageInto(folder: string, staging: string, write: (staging: string) => void): void {
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging)
  try {
    write(staging)
    renameSync(staging, folder)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

type Make = (body: Uint8Array) => Recording

function writeSmall(staging: string, kept: Kept, make: Make): void {
  const recording = kept.last(make(bytesOf(kept, 'body')))
  writeFiles(staging, recordingFiles(recording, recordingFileName))
}

/** With a body that is never in memory: the recording is made without one, which is put in its place. */
function writeLarge(staging: string, kept: Kept, make: Make): void {
  const copy = join(staging, 'body')
  const { sha256, bytes } = copyBody(kept, copy)
  const peek = readFrom(copy, 0, peekBytes).subarray(0, peekBytes)
  const { response, ...recording } = make(peek)
  if (response === undefined) throw new Error('A body must have an answer')
  const slim = kept.last({ ...recording, response: { ...response, body: new Uint8Array(), chunks: [] } })
  const files = recordingFiles(slim, recordingFileName)
  const file = parseRecordingFile(
    Buffer.from(files.get(recordingFileName) ?? []).toString(),
    recordingFileName,
  )
  if (file.response === undefined) throw new Error('Redaction must keep the answer')
  files.delete(file.response.body.file)
  const name = responseFileName(peek, response.headers['content-type'])
  file.response.body = { file: name, bytes, sha256 }
  file.response.chunks = response.chunks
  files.set(recordingFileName, Buffer.from(recordingText(checked(file))))
  writeFiles(staging, files)
  renameSync(copy, join(staging, name))
}

function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function checked(file: RecordingFile): RecordingFile {
  return checkedRecordingFile(file, recordingFileName)
}

function copyBody(kept: Kept, to: string): { sha256: string; bytes: number } {
  const hash = createHash('sha256')
  const file = openSync(to, 'wx')
  let bytes = 0
  try {
    kept.each('body', (block) => {
      hash.update(block)
      bytes += block.length
      writeSync(file, block)
    })
  } finally {
    closeSync(file)
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** What a stored recording says of itself. */
function factsOf(folder: string): Pick<Folded, 'wire' | 'status' | 'end' | 'bytes'> {
  const path = join(folder, recordingFileName)
  const { wire, end, response } = parseRecordingFile(readFileSync(path, 'utf8'), path)
  const answer = response && { status: response.status }
  return { ...(wire && { wire }), ...answer, end, bytes: response?.body.bytes ?? 0 }
}
