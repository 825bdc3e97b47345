/** Reading recordings of our own format from disk, checked to the last byte. Not here: foreign files (import/), walking a mixed folder (sources.ts). */

import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { differsOnlyByLineEnds, sha256 } from './digest.ts'
import type { Recording, RecordingFile } from './format.ts'
import { parseRecordingFile } from './parse-file.ts'
import { RecordingError } from './recording-error.ts'
import { readRegularFile, whyUnreadable } from './regular-file.ts'
import { slugOf } from './slug.ts'

export const recordingFileName = 'recording.json'

/** The recording in a folder; throws `RecordingError` for the first fault. */
export async function readRecording(folder: string): Promise<Recording> {
  const path = join(folder, recordingFileName)
  const file = parseRecordingFile(
    (await readOrExplain(path, 'Name a folder that holds one')).toString('utf8'),
    path,
  )
  const { request, response, format: _format, ...rest } = file
  const { body: requestFile, ...requestRest } = request
  const requestBody = requestFile && (await readBody(folder, requestFile, 'request.body'))
  return {
    name: slugOf(basename(resolve(folder))),
    ...rest,
    request: { ...requestRest, ...(requestBody && { body: requestBody }) },
    ...(response && {
      response: { ...response, body: await readBody(folder, response.body, 'response.body') },
    }),
    path: folder,
  }
}

/** Every folder below `directory` (itself included) that holds a recording.json, in a stable order. */
export async function findRecordings(directory: string): Promise<string[]> {
  const entries = await entriesOf(directory)
  if (entries.some((entry) => entry.isFile() && entry.name === recordingFileName)) return [directory]
  const folders = entries.filter((entry) => entry.isDirectory() && !isSkippedFolder(entry.name))
  const names = folders.map((entry) => entry.name).sort()
  return (await Promise.all(names.map((name) => findRecordings(join(directory, name))))).flat()
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true })
  } catch {
    throw new RecordingError({ file: directory, reason: 'is not a folder that can be read', fix: 'Name one' })
  }
}

/** Folders nobody keeps recordings in. */
export function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

type StoredBody = NonNullable<RecordingFile['request']['body']>

/** A stored body, checked against its digest and length; throws `RecordingError`. */
export async function readBody(folder: string, stored: StoredBody, field: string): Promise<Uint8Array> {
  const path = join(folder, stored.file)
  const body = await readOrExplain(path, `Restore the file that \`${field}.file\` names`)
  const found = sha256(body)
  if (found !== stored.sha256) throw digestFault(folder, path, field, stored, body)
  if (body.length !== stored.bytes) {
    throw new RecordingError({
      file: join(folder, recordingFileName),
      field: `${field}.bytes`,
      reason: `is ${stored.bytes}; \`${stored.file}\` holds ${body.length} bytes`,
      fix: 'Correct the number',
    })
  }
  return new Uint8Array(body)
}

function digestFault(
  folder: string,
  file: string,
  field: string,
  stored: StoredBody,
  body: Buffer,
): RecordingError {
  if (differsOnlyByLineEnds(body, stored.sha256)) {
    return new RecordingError({
      file,
      field,
      reason: 'differs from its digest only by line ends: git or an editor rewrote them',
      fix: `Add the line \`${attributesPattern(folder)} -text\` to .gitattributes, then check the file out again`,
    })
  }
  const size =
    body.length === stored.bytes ? `${body.length} bytes` : `${body.length} bytes instead of ${stored.bytes}`
  return new RecordingError({
    file,
    field,
    reason: `has another digest than \`${field}.sha256\` (found ${size}, ${sha256(body).slice(0, 12)}..., expected ${stored.sha256.slice(0, 12)}...)`,
    fix: 'Restore the body from version control, or record again; a body is never edited by hand',
  })
}

function attributesPattern(folder: string): string {
  const parts = resolve(folder).split(sep)
  return parts.includes('recordings') ? 'recordings/**' : `**/${parts.at(-1) ?? ''}/**`
}

async function readOrExplain(file: string, fix: string): Promise<Buffer> {
  try {
    return await readRegularFile(file)
  } catch (error) {
    throw new RecordingError({ file, reason: whyUnreadable(error), fix })
  }
}
