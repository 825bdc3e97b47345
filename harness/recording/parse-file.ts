/** recording.json, from text to a checked value: every fault names its field, what was found and what to do. Not here: the bodies beside it (read.ts). */

import type { z } from 'zod'
import { recordingFormat, recordingSchema, type RecordingFile } from './format.ts'
import { fieldPath, RecordingError, shown } from './recording-error.ts'

/** Parses and checks the text of a recording.json; throws `RecordingError`. `file` is only named. */
export function parseRecordingFile(text: string, file: string): RecordingFile {
  const value = parseJson(text, file)
  checkFormat(value, file)
  return checkedRecordingFile(value, file)
}

/** Checks a value against the schema and the laws the schema cannot say; throws `RecordingError`. */
export function checkedRecordingFile(value: unknown, file: string): RecordingFile {
  const result = recordingSchema.safeParse(value)
  if (!result.success) throw schemaFault(result.error.issues, value, file)
  checkEnd(result.data, file)
  checkChunkSum(result.data, file)
  return result.data
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new RecordingError({
      file,
      reason: `is not JSON: ${why}`,
      fix: 'Restore it from version control, or record again',
    })
  }
}

function checkFormat(value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RecordingError({
      file,
      reason: `must hold a JSON object; found ${shown(value)}`,
      fix: 'Record again',
    })
  }
  const found: unknown = Reflect.get(value, 'format')
  if (found === recordingFormat) return
  const version = typeof found === 'string' ? /^streamproof\/recording@(\d+)$/.exec(found)?.[1] : undefined
  const current = Number(/\d+$/.exec(recordingFormat)?.[0])
  const fault = { file, field: 'format' }
  if (version === undefined) {
    throw new RecordingError({
      ...fault,
      reason: `must be ${shown(recordingFormat)}; found ${shown(found)}`,
      fix: 'If this is not a streamproof recording, give the file another name',
    })
  }
  if (Number(version) > current) {
    throw new RecordingError({
      ...fault,
      reason: `is ${shown(found)}, newer than this version reads (${shown(recordingFormat)})`,
      fix: 'Update streamproof',
    })
  }
  throw new RecordingError({
    ...fault,
    reason: `is ${shown(found)}, a retired format; this version reads ${shown(recordingFormat)}`,
    fix: 'Record again, or convert it with the streamproof that wrote it',
  })
}

function schemaFault(issues: readonly z.core.$ZodIssue[], value: unknown, file: string): RecordingError {
  const issue = issues[0]
  if (issue === undefined)
    return new RecordingError({ file, reason: 'does not match the schema', fix: 'Record again' })
  if (issue.code === 'unrecognized_keys') {
    const field = fieldPath([...issue.path, issue.keys[0] ?? ''])
    return new RecordingError({
      file,
      field,
      reason: 'is not a field of the format',
      fix: 'Remove it, or correct its spelling',
    })
  }
  const found = valueAt(value, issue.path)
  const missing = found === undefined
  return new RecordingError({
    file,
    field: fieldPath(issue.path) || 'the whole value',
    reason: missing ? `is missing (${issue.message})` : `is wrong (${issue.message}); found ${shown(found)}`,
    fix: missing ? 'Add the field' : 'Correct the value',
  })
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

function checkEnd(recording: RecordingFile, file: string): void {
  const silent = recording.end.how === 'no-response'
  if (silent === (recording.response === undefined)) return
  throw new RecordingError({
    file,
    field: silent ? 'response' : 'end.how',
    reason: silent
      ? 'must be absent where `end.how` is "no-response"'
      : `is ${shown(recording.end.how)} though there is no \`response\``,
    fix: silent
      ? 'Remove the response, or correct the end'
      : 'Add the response, or say "no-response" with its reason',
  })
}

function checkChunkSum(recording: RecordingFile, file: string): void {
  const response = recording.response
  if (response === undefined) return
  const sum = response.chunks.reduce((bytes, [length]) => bytes + length, 0)
  if (sum === response.body.bytes) return
  throw new RecordingError({
    file,
    field: 'response.chunks',
    reason: `adds up to ${sum} bytes; \`response.body.bytes\` says ${response.body.bytes}`,
    fix: 'Correct the table, or record again',
  })
}
