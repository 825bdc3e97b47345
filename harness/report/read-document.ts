/** Reading a result document that a run has written, checked field by field: `merge` judges by what it says. Not here: writing one (json.ts). */

import { z } from 'zod'
import { parsePattern } from '../verdict/case-id.ts'
import { exitCodes } from '../verdict/exit-code.ts'
import type { ResultDocument } from './json.ts'

/** A file that is no result document, or lacks what one has. */
export class ResultDocumentError extends Error {
  override name = 'ResultDocumentError'
}

const schemaName = 'streamproof/result@1'
const text = z.string()
const count = z.number().int().nonnegative()
const flag = z.boolean()

const finding = z.looseObject({
  message: text,
  place: z
    .looseObject({
      part: count.exactOptional(),
      event: count.exactOptional(),
      bytes: z.tuple([count, count]).exactOptional(),
    })
    .exactOptional(),
})

const result = z.looseObject({
  id: text,
  wire: text,
  recording: text,
  delivery: text,
  driver: text,
  rule: text,
  severity: z.enum(['must', 'should']),
  status: z.enum(['pass', 'fail', 'error', 'known-fail', 'stale', 'not-applicable']),
  findings: z.array(finding),
  beyondExcuse: z.literal(true).exactOptional(),
  reason: text.exactOptional(),
  excuse: z.looseObject({ pattern: text, reason: text, link: text }).exactOptional(),
  impossible: z.looseObject({ pattern: text, missing: text, source: text }).exactOptional(),
  shownBy: z.enum(['captured', 'imported', 'written', 'generated']),
  count: count.exactOptional(),
  witness: z.looseObject({ folder: text, id: text }).exactOptional(),
  again: text.exactOptional(),
})

const line = z.looseObject({
  place: text,
  pattern: text.refine(isPattern, 'is no case pattern'),
  reason: text,
  link: text,
  matched: flag,
  witness: text.exactOptional(),
})

const feature = z.looseObject({
  driver: text,
  wire: text,
  declared: z.array(text),
  offered: z.array(text),
  seen: z.record(text, text),
})

/** What a later version adds is let through. */
const documentSchema: z.ZodType<ResultDocument> = z.looseObject({
  schema: z.literal(schemaName),
  tool: z.looseObject({ name: text, version: text }),
  run: z.looseObject({ startedAt: text, durationMs: z.number(), argv: z.array(text), platform: text }),
  drivers: z.array(z.looseObject({ name: text, version: text, wires: z.array(text), level: text })),
  sources: z.looseObject({
    recordings: count,
    witnesses: count,
    situations: count,
    errors: count,
    requests: count,
    whole: count.exactOptional(),
  }),
  refused: z.array(
    z.looseObject({ file: text, reason: text, field: text.exactOptional(), broken: flag.exactOptional() }),
  ),
  lineFaults: z.array(z.looseObject({ place: text, message: text })),
  turnFaults: z.array(z.looseObject({ recording: text, message: text, added: flag.exactOptional() })),
  missing: z.array(z.looseObject({ driver: text, wire: text, cases: count })),
  strays: z.array(text),
  covers: z.looseObject({ cases: flag, deliveries: flag }),
  features: z.array(feature),
  lines: z.array(line),
  shard: z.looseObject({ index: count.min(1), of: count.min(1), plan: text }).exactOptional(),
  cases: count,
  summary: z.looseObject({
    planned: count,
    executed: count,
    pass: count,
    fail: count,
    error: count,
    knownFail: count,
    stale: count,
    notApplicable: count,
    exitCode: z.literal(Object.values(exitCodes)),
  }),
  results: z.array(result),
  complete: flag,
})

function isPattern(given: string): boolean {
  try {
    parsePattern(given)
    return true
  } catch {
    return false
  }
}

/** @throws ResultDocumentError that names `file`, the field, what was found and what to do. */
export function readResultDocument(json: string, file: string): ResultDocument {
  const value = parsed(json, file)
  const found: unknown = value instanceof Object ? Reflect.get(value, 'schema') : undefined
  if (found !== schemaName) {
    const what = value instanceof Object ? `its \`schema\` is ${brief(found)}` : `it holds ${brief(value)}`
    throw new ResultDocumentError(
      `\`${file}\` is no result document: ${what}, not "${schemaName}". Name what \`run --shard i/n --json FILE\` wrote.`,
    )
  }
  const checked = documentSchema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new ResultDocumentError(faultText(value, issue, file))
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ResultDocumentError(
      `\`${file}\` is not JSON (${error instanceof Error ? error.message : String(error)}). Run that shard again.`,
    )
  }
}

function faultText(value: unknown, issue: z.core.$ZodIssue | undefined, file: string): string {
  const path = issue?.path ?? []
  const found = path.reduce<unknown>(
    (at, key) => (at instanceof Object ? Reflect.get(at, key) : undefined),
    value,
  )
  const what = found === undefined ? 'is missing' : `is wrong, found ${brief(found)}`
  return `\`${z.core.toDotPath(path)}\` of \`${file}\` ${what} (${issue?.message}). Run that shard again, with this version.`
}

/** What JSON gave, in a message. */
function brief(value: unknown): string {
  const json = JSON.stringify(value) ?? 'missing'
  return json.length > 80 ? `${json.slice(0, 77)}...` : json
}
