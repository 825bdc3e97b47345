/** recording.json, from text to a checked value: every fault names its field, what was found and what to do. Not here: the bodies beside it (read.ts). */

import type { z } from 'zod'
import { recordingFormat, recordingSchema, type RecordingFile } from './format.ts'
import { fieldPath, RecordingError, type RecordingFault, shown } from './recording-error.ts'

/** Parses and checks the text of a recording.json; throws `RecordingError`. `file` is only named. */
export function parseRecordingFile(text: string, file: string): RecordingFile {
  return checkedRecordingFile(parseRecordingJson(text, file), file)
}

/** Checks a value against the schema and the laws the schema cannot say; throws `RecordingError` for the first fault. */
export function checkedRecordingFile(value: unknown, file: string): RecordingFile {
  const { recording, faults } = checkRecordingFile(value, file)
  const [fault] = faults
  if (fault !== undefined) throw new RecordingError(fault)
  return recording
}

export type FileRule = 'unknown-field' | 'schema' | 'end' | 'chunk-sum'
export type FileFault = RecordingFault & { rule: FileRule }

/** All faults of a value, and the value as the format has it: trust that only where there are none. */
export function checkRecordingFile(
  value: unknown,
  file: string,
): { recording: RecordingFile; faults: FileFault[] } {
  const result = recordingSchema.safeParse(value)
  if (result.success) {
    const recording = result.data
    return { recording, faults: [...endFaults(recording, file), ...chunkFaults(recording, file)] }
  }
  const faults = result.error.issues.flatMap((issue) => issueFaults(issue, value, file))
  return { recording: value as RecordingFile, faults }
}

/** The value of a recording.json that says it has this format, unchecked otherwise; throws `RecordingError`. */
export function parseRecordingJson(text: string, file: string): unknown {
  const value = parseJson(text, file)
  checkFormat(value, file)
  return value
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

function issueFaults(issue: z.core.$ZodIssue, value: unknown, file: string): FileFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      rule: 'unknown-field',
      file,
      field: fieldPath([...issue.path, key]),
      reason: 'is not a field of the format',
      fix: 'Remove it, or correct its spelling',
    }))
  }
  const found = valueAt(value, issue.path)
  const missing = found === undefined
  return [
    {
      rule: 'schema',
      file,
      field: fieldPath(issue.path) || 'the whole value',
      reason: missing
        ? `is missing (${issue.message})`
        : `is wrong (${issue.message}); found ${shown(found)}`,
      fix: missing ? 'Add the field' : 'Correct the value',
    },
  ]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

function endFaults(recording: RecordingFile, file: string): FileFault[] {
  const silent = recording.end.how === 'no-response'
  if (silent === (recording.response === undefined)) return []
  return [
    {
      rule: 'end',
      file,
      field: silent ? 'response' : 'end.how',
      reason: silent
        ? 'must be absent where `end.how` is "no-response"'
        : `is ${shown(recording.end.how)} though there is no \`response\``,
      fix: silent
        ? 'Remove the response, or correct the end'
        : 'Add the response, or say "no-response" with its reason',
    },
  ]
}

function chunkFaults({ response }: RecordingFile, file: string): FileFault[] {
  if (response === undefined) return []
  const sum = response.chunks.reduce((bytes, [length]) => bytes + length, 0)
  if (sum === response.body.bytes) return []
  return [
    {
      rule: 'chunk-sum',
      file,
      field: 'response.chunks',
      reason: `adds up to ${sum} bytes; \`response.body.bytes\` says ${response.body.bytes}`,
      fix: 'Correct the table, or record again',
    },
  ]
}
