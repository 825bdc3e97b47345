/** Writing a recording so that nobody ever sees half of one: bodies first, recording.json last, everything by rename. Not here: what a recording is (format.ts). */

import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { requestFileName, responseFileName } from './body-file.ts'
import { sha256 } from './digest.ts'
import { recordingFormat, type Recording } from './format.ts'
import { recordingText } from './json-text.ts'
import { checkedRecordingFile } from './parse-file.ts'
import { recordingFileName } from './read.ts'

export { slugOf } from './slug.ts'

/**
 * Writes a recording to a folder, which need not exist. What else lies in the folder (turn.json, golden/) stays.
 * Throws `RecordingError` before the first byte where the recording is not a valid one.
 */
export async function writeRecording(folder: string, recording: Recording): Promise<void> {
  const files = recordingFiles(recording, join(folder, recordingFileName))
  const temporary = join(dirname(folder), `.${basename(folder)}-${randomUUID()}`)
  await mkdir(temporary, { recursive: true })
  try {
    for (const [name, bytes] of files) await writeFile(join(temporary, name), bytes)
    if (await exists(folder)) await moveInto(folder, temporary, files)
    else await rename(temporary, folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** The files of a recording by name, recording.json last; throws `RecordingError` naming `file`. */
export function recordingFiles(recording: Recording, file: string): Map<string, Uint8Array> {
  const { request, response } = recording
  const files = new Map<string, Uint8Array>()
  const stored = (name: string, body: Uint8Array) => {
    files.set(name, body)
    return { file: name, bytes: body.length, sha256: sha256(body) }
  }
  const { body: requestBody, ...requestRest } = request
  const checked = checkedRecordingFile(
    {
      ...withoutPlace(recording),
      format: recordingFormat,
      request: {
        ...requestRest,
        ...(requestBody && { body: stored(requestFileName(requestBody), requestBody) }),
      },
      ...(response && {
        response: {
          ...response,
          body: stored(responseFileName(response.body, response.headers['content-type']), response.body),
        },
      }),
    },
    file,
  )
  return files.set(recordingFileName, Buffer.from(recordingText(checked)))
}

function withoutPlace(recording: Recording): Omit<Recording, 'name' | 'path'> {
  const { name: _name, path: _path, ...rest } = recording
  return rest
}

async function moveInto(folder: string, from: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const name of files.keys()) await rename(join(from, name), join(folder, name))
  const stale = (await readdir(folder)).filter(
    (name) => /^(body|request)\.[a-z]+$/.test(name) && !files.has(name),
  )
  for (const name of stale) await rm(join(folder, name))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
