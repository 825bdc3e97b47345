/** Makes a recording folder of one exchange of a journal, synchronously, so that it also works while a process exits. Not here: finding it in the journal (journal-index.ts), when (journal-folder.ts), how it ended (settle-end.ts). */

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
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
import { eachBlock, readSlices, sizeOf, type JournaledExchange } from './journal-index.ts'
import { modelOf, recordingName } from './names.ts'
import { hostOf } from './selection.ts'
import { settleEnd } from './settle-end.ts'

export type Folded = {
  name: string
  folder: string
  wire?: NonNullable<Recording['wire']>
  end: Recording['end']
  /** Of the body. */
  bytes: number
}

export type FoldOptions = {
  out: string
  /** The journal's file. */
  path: string
  redact: (recording: Recording) => Recording
  /** Why the journal ends before its exchanges do, where the recorder was at fault. */
  failed?: string | undefined
}

/** A longer body is copied and hashed in blocks instead of read; the last pass of redaction then does not see it. */
export const longestInMemory = 64 * 1024 * 1024
export const foldingPrefix = '.folding-'
const peekBytes = 64 * 1024

/**
 * Makes `out/NAME/`. Where a recording of that name is, it is this exchange, folded before, and stays as it is. Throws where it cannot be written, and
 * leaves nothing.
 */
export function foldExchange(exchange: JournaledExchange, options: FoldOptions): Folded {
  const { out, path, redact } = options
  const bytes = sizeOf(exchange.body)
  const isLarge = bytes > longestInMemory
  const recording = recordingOf(exchange, options, isLarge ? peekBytes : undefined)
  const { name, wire, end } = recording
  const folder = join(out, name)
  if (!existsSync(join(folder, recordingFileName))) {
    stageInto(folder, join(out, `${foldingPrefix}${name}`), (staging) => {
      if (isLarge) writeLarge(staging, exchange, path, recording, redact)
      else writeFiles(staging, recordingFiles(redact(recording), join(folder, recordingFileName)))
    })
  }
  return { name, folder, ...(wire && { wire }), end, bytes }
}

/** `most`: bytes of the body to read, where it is too long. */
function recordingOf(
  exchange: JournaledExchange,
  { path, failed }: FoldOptions,
  most: number | undefined,
): Recording {
  const { begin, response, end } = exchange
  const requestBody = exchange.request.length > 0 ? readSlices(path, exchange.request) : undefined
  const body = readSlices(path, exchange.body, most)
  const contentType = response?.headers['content-type']
  const wire = detectWire({
    url: begin.request.url,
    body,
    ...(requestBody && { requestBody }),
    ...(contentType && { contentType }),
  })
  const model = modelOf(begin.request.url, requestBody)
  const isCut = end === undefined && failed !== undefined
  return {
    name: recordingName(begin.request, model, begin.id),
    ...(wire && { wire }),
    ...(isCut && { title: `Cut short by the recorder: ${failed}` }),
    request: { ...begin.request, ...(requestBody && { body: requestBody }) },
    ...(response && { response: { ...response, body, chunks: chunksOf(exchange) } }),
    end: settleEnd(end, response && { ...response, body }, wire),
    borders: begin.borders,
    framing: 'captured',
    provenance: {
      kind: 'captured',
      from: hostOf(begin.request.url),
      ...(begin.client !== undefined && { client: begin.client }),
      tool: begin.tool,
      at: new Date(begin.id.time).toISOString(),
      ...(model !== undefined && { model }),
    },
    redactions: exchange.redactions,
  }
}

/** The reads of the bytes that are there: after a crash, those a redactor held back are not. */
function chunksOf({ reads, body }: JournaledExchange): ChunkEntry[] {
  let left = sizeOf(body)
  const chunks: ChunkEntry[] = []
  for (const [length, milliseconds] of reads) {
    if (left === 0) break
    chunks.push([Math.min(length, left), milliseconds])
    left -= Math.min(length, left)
  }
  return chunks
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

function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

/** With a body that is never in memory. */
function writeLarge(
  staging: string,
  exchange: JournaledExchange,
  path: string,
  recording: Recording,
  redact: (recording: Recording) => Recording,
): void {
  const { response } = recording
  if (response === undefined) throw new Error('A body must have an answer')
  const slim = redact({ ...recording, response: { ...response, body: new Uint8Array(), chunks: [] } })
  const files = recordingFiles(slim, recordingFileName)
  const text = Buffer.from(files.get(recordingFileName) ?? []).toString()
  const file = parseRecordingFile(text, recordingFileName)
  if (file.response === undefined) throw new Error('Redaction must keep the answer')
  files.delete(file.response.body.file)
  const name = responseFileName(response.body, response.headers['content-type'])
  const sha256 = copyBody(exchange, path, join(staging, name))
  file.response.body = { file: name, bytes: sizeOf(exchange.body), sha256 }
  file.response.chunks = response.chunks
  files.set(recordingFileName, Buffer.from(recordingText(checked(file))))
  writeFiles(staging, files)
}

function checked(file: RecordingFile): RecordingFile {
  return checkedRecordingFile(file, recordingFileName)
}

/** Gives the digest. */
function copyBody(exchange: JournaledExchange, path: string, to: string): string {
  const hash = createHash('sha256')
  const file = openSync(to, 'wx')
  try {
    eachBlock(path, exchange.body, (block) => {
      hash.update(block)
      writeSync(file, block)
    })
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
