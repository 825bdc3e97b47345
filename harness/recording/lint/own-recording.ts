/** All faults of one recording of our own format; a reader stops at the first. Not here: walking folders (lint.ts). */

import { join } from 'node:path'
import type { Recording, RecordingFile } from '../format.ts'
import type { LintFinding } from './finding.ts'
import { checkRecordingFile, parseRecordingJson } from '../parse-file.ts'
import { readBody, recordingFileName } from '../read.ts'
import { RecordingError } from '../recording-error.ts'
import { readRegularFile, whyUnreadable } from '../regular-file.ts'
import { readTurnFile } from '../turn-file.ts'
import { createFinder } from '../redact/finder.ts'
import { redactText } from '../redact/redact-text.ts'
import { secretsIn, secretsInFile } from './secrets.ts'

export type OwnFindings = {
  findings: LintFinding[]
  /** Names of the files that were looked at. */
  files: Set<string>
}

export async function ownFindings(folder: string): Promise<OwnFindings> {
  const path = join(folder, recordingFileName)
  const files = new Set([recordingFileName])
  let bytes: Buffer
  try {
    bytes = await readRegularFile(path)
  } catch (error) {
    const fix = 'Put a recording.json in its place'
    return { findings: [{ file: path, rule: 'unreadable', message: whyUnreadable(error), fix }], files }
  }
  let value: unknown
  try {
    value = parseRecordingJson(bytes.toString('utf8'), path)
  } catch (error) {
    return { findings: [found(error, formatRule(error)), ...secretsInFile(path, bytes)], files }
  }
  const { recording, faults } = checkRecordingFile(value, path)
  const findings = [...faults.map((fault) => finding(fault, fault.rule)), ...(await turnFindings(folder))]
  const isReadable = faults.every(({ rule }) => rule === 'chunk-sum' || rule === 'end')
  if (!isReadable) return { findings: [...findings, ...secretsInFile(path, bytes)], files }
  const bodies = await readBodies(folder, recording, files)
  findings.push(...bodies.findings)
  findings.push(...secretsIn(inMemory(recording, bodies), (field) => join(folder, fileOf(field, recording))))
  return { findings, files }
}

/** Whether it can be read; a turn.json that says something else than the bytes is for a run to tell. */
async function turnFindings(folder: string): Promise<LintFinding[]> {
  try {
    await readTurnFile(folder)
    return []
  } catch (error) {
    return [found(error, 'not-json')]
  }
}

type Bodies = { request?: Uint8Array; response?: Uint8Array; findings: LintFinding[] }

async function readBodies(folder: string, recording: RecordingFile, files: Set<string>): Promise<Bodies> {
  const bodies: Bodies = { findings: [] }
  for (const side of ['request', 'response'] as const) {
    const stored = recording[side]?.body
    if (stored === undefined) continue
    files.add(stored.file)
    try {
      bodies[side] = await readBody(folder, stored, `${side}.body`)
    } catch (error) {
      const bytes = await readRegularFile(join(folder, stored.file)).catch(() => undefined)
      bodies.findings.push(found(error, bytes === undefined ? 'missing-body' : bodyRule(error)))
      if (bytes !== undefined) bodies[side] = bytes
    }
  }
  return bodies
}

function inMemory(file: RecordingFile, bodies: Bodies): Recording {
  const { format: _format, request, response, ...rest } = file
  const { body: _body, ...head } = request
  return {
    name: '',
    ...rest,
    request: { ...head, ...(bodies.request && { body: bodies.request }) },
    ...(response && { response: { ...response, body: bodies.response ?? new Uint8Array() } }),
  }
}

function fileOf(field: string, recording: RecordingFile): string {
  if (field === 'request.body') return recording.request.body?.file ?? recordingFileName
  if (field === 'response.body') return recording.response?.body.file ?? recordingFileName
  return recordingFileName
}

function formatRule(error: unknown): string {
  if (!(error instanceof RecordingError) || error.field !== 'format') return 'not-json'
  if (error.reason.includes('retired')) return 'retired-format'
  return error.reason.includes('newer') ? 'newer-format' : 'schema'
}

function bodyRule(error: unknown): string {
  if (!(error instanceof RecordingError)) return 'unreadable'
  if (error.field?.endsWith('.bytes')) return 'body-size'
  return error.reason.includes('line ends') ? 'line-ends' : 'digest'
}

function found(error: unknown, rule: string): LintFinding {
  if (!(error instanceof RecordingError)) throw error
  const { file, field, reason, fix } = error
  return finding({ file, reason, fix, ...(field !== undefined && { field }) }, rule)
}

const finder = createFinder([])

/** A message quotes what was found; a secret in it is not quoted. */
function finding(
  fault: { file: string; field?: string; reason: string; fix: string },
  rule: string,
): LintFinding {
  const { file, field, reason, fix } = fault
  const message = redactText(reason, finder, () => {})
  return {
    file,
    ...(field !== undefined && { field: redactText(field, finder, () => {}) }),
    rule,
    message,
    fix,
  }
}
