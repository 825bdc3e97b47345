/** Folds a journal into a recording folder, synchronously, so that it also works while a process exits. Not here: the journal (journal.ts, journal-read.ts), whose end it was (settle-end.ts). */

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { responseFileName } from '../recording/body-file.ts'
import type { Recording, RecordingFile } from '../recording/format.ts'
import { detectWire } from '../recording/import/detect-wire.ts'
import { recordingText } from '../recording/json-text.ts'
import { checkedRecordingFile, parseRecordingFile } from '../recording/parse-file.ts'
import { recordingFileName } from '../recording/read.ts'
import { recordingFiles } from '../recording/write.ts'
import { journalFiles } from './journal.ts'
import { firstBytes, readJournal, type ReadJournal } from './journal-read.ts'
import { modelOf, recordingName } from './names.ts'
import { hostOf } from './selection.ts'
import { settleEnd } from './settle-end.ts'

export type Folded = {
  /** Where its journal lay. */
  journal: string
  name: string
  folder: string
  wire?: NonNullable<Recording['wire']>
  end: Recording['end']
  bytes: number
}

/** A longer body is moved and hashed in blocks instead of read; the last pass of redaction then does not see it. */
export const longestInMemory = 64 * 1024 * 1024
const peekBytes = 64 * 1024
const stagingName = 'recording'

/**
 * Makes `out/NAME/` of a journal's folder and removes it. A recording of that name is this exchange, folded before: it stays as it is.
 * Undefined where the journal does not even hold its first line. Throws, and leaves the journal, where the recording cannot be written.
 */
export function foldJournal(
  out: string,
  journalFolder: string,
  redact: (recording: Recording) => Recording,
): Folded | undefined {
  undoStaging(journalFolder)
  const journal = readJournal(journalFolder)
  if (journal === undefined) return undefined
  const recording = recordingOf(journal)
  const folder = join(out, recording.name)
  if (!existsSync(join(folder, recordingFileName))) {
    const staging = join(journal.folder, stagingName)
    mkdirSync(staging)
    if (journal.bodyBytes > longestInMemory) stageLarge(staging, journal, recording, redact)
    else stage(staging, recordingFiles(redact(recording), join(folder, recordingFileName)))
    renameSync(staging, folder)
  }
  rmSync(journal.folder, { recursive: true, force: true })
  const { name, wire, end } = recording
  return { journal: journalFolder, name, folder, ...(wire && { wire }), end, bytes: journal.bodyBytes }
}

function recordingOf(journal: ReadJournal): Recording {
  const { begin, response } = journal
  const requestBody =
    journal.requestBytes > 0 ? firstBytes(join(journal.folder, journalFiles.request)) : undefined
  const isLarge = journal.bodyBytes > longestInMemory
  const body = firstBytes(join(journal.folder, journalFiles.body), isLarge ? peekBytes : undefined)
  const contentType = response?.headers['content-type']
  const wire = detectWire({
    url: begin.request.url,
    body,
    ...(requestBody && { requestBody }),
    ...(contentType && { contentType }),
  })
  const model = modelOf(begin.request.url, requestBody)
  return {
    name: recordingName(begin.request, model, begin.id),
    ...(wire && { wire }),
    ...(journal.failed !== undefined && { title: `Cut short by the recorder: ${journal.failed}` }),
    request: { ...begin.request, ...(requestBody && { body: requestBody }) },
    ...(response && { response: { ...response, body, chunks: journal.chunks } }),
    end: settleEnd(journal.end, response && { ...response, body }, wire),
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
    redactions: journal.redactions,
  }
}

function stage(staging: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) writeFileSync(join(staging, name), bytes)
}

/** As `stage`, with a body that is never in memory: it is moved last. */
function stageLarge(
  staging: string,
  journal: ReadJournal,
  recording: Recording,
  redact: (recording: Recording) => Recording,
): void {
  const { response } = recording
  if (response === undefined) throw new Error('A journal with a body must have an answer')
  const bodyPath = join(journal.folder, journalFiles.body)
  const slim = redact({ ...recording, response: { ...response, body: new Uint8Array(), chunks: [] } })
  const files = recordingFiles(slim, recordingFileName)
  const text = Buffer.from(files.get(recordingFileName) ?? []).toString()
  const file = parseRecordingFile(text, recordingFileName)
  if (file.response === undefined) throw new Error('Redaction must keep the answer')
  files.delete(file.response.body.file)
  const name = responseFileName(response.body, response.headers['content-type'])
  file.response.body = { file: name, bytes: journal.bodyBytes, sha256: digestOf(bodyPath) }
  file.response.chunks = journal.chunks
  files.set(recordingFileName, Buffer.from(recordingText(checked(file))))
  stage(staging, files)
  renameSync(bodyPath, join(staging, name))
}

function checked(file: RecordingFile): RecordingFile {
  return checkedRecordingFile(file, recordingFileName)
}

/** A crash while folding may have left a half-made recording, and a large body moved into it. */
function undoStaging(journalFolder: string): void {
  const staging = join(journalFolder, stagingName)
  if (!existsSync(staging)) return
  const body = join(journalFolder, journalFiles.body)
  const moved = readdirSync(staging).find((name) => name.startsWith('body.'))
  if (moved !== undefined && !existsSync(body)) renameSync(join(staging, moved), body)
  rmSync(staging, { recursive: true, force: true })
}

function digestOf(path: string): string {
  const hash = createHash('sha256')
  const block = Buffer.alloc(1024 * 1024)
  const file = openSync(path, 'r')
  try {
    for (let read = 1; read > 0;) {
      read = readSync(file, block)
      hash.update(block.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
