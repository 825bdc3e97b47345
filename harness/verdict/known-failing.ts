/** Known-failing lines: reading them, and holding them against what really happened. */

import { caseId, parsePattern, PatternError, type CasePattern } from './case-id.ts'
import { isExcusable, type Result } from './result.ts'

export type KnownFailing = {
  /** File and line number, for messages. */
  place: string
  pattern: CasePattern
  reason: string
  link: string
  /** Makes it a line about generated sessions: it excuses those where the trigger holds, and only those. */
  sessions?: { trigger: string; witness: string }
}

export class KnownFailingError extends Error {
  override name = 'KnownFailingError'
}

/**
 * Reads lines of `pattern | reason | link`, and of `pattern | reason | link | trigger: … | witness: …` for generated
 * sessions, the witness a folder beside the file; `#` starts a comment line.
 * @throws KnownFailingError for a line without a reason or link, or one that stands twice.
 */
export function parseKnownFailing(text: string, file: string): KnownFailing[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim()
    return trimmed === '' || trimmed.startsWith('#') ? [] : [parseLine(trimmed, `${file}:${at + 1}`)]
  })
  const seen = new Map<string, string>()
  for (const { pattern, place, sessions } of lines) {
    const key = `${pattern.text} | ${sessions?.trigger ?? ''}`
    const before = seen.get(key)
    if (before)
      throw new KnownFailingError(
        `${place}: \`${pattern.text}\` stands at ${before} already. Keep one of them.`,
      )
    seen.set(key, place)
  }
  return lines
}

/** What `--write-known-failing` puts where a person has to say something. */
export const unsaid = 'TODO'

function parseLine(line: string, place: string): KnownFailing {
  const [pattern = '', reason = '', link = '', ...rest] = line.split(' | ').map((field) => field.trim())
  const sessions = parseSessions(rest)
  if (!reason || !link || sessions === 'wrong') {
    throw new KnownFailingError(
      `${place}: a known-failing line is \`pattern | reason | link\`, with \`| trigger: … | witness: …\` behind it for generated sessions, found ${JSON.stringify(line)}. Say why it fails and where that is reported.`,
    )
  }
  if (isUnsaid(reason) || isUnsaid(link)) {
    throw new KnownFailingError(
      `${place}: \`${pattern}\` still says ${unsaid}. Write why it fails and where that is reported.`,
    )
  }
  try {
    return { place, pattern: parsePattern(pattern), reason, link, ...(sessions && { sessions }) }
  } catch (error) {
    if (error instanceof PatternError) throw new KnownFailingError(`${place}: ${error.message}`)
    throw error
  }
}

/** However it is spelled: `todo:` says as little. */
function isUnsaid(field: string): boolean {
  return field.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase() === unsaid
}

function parseSessions(fields: readonly string[]): KnownFailing['sessions'] | 'wrong' {
  if (fields.length === 0) return undefined
  const trigger = /^trigger: (.+)$/.exec(fields[0] ?? '')?.[1]
  const witness = /^witness: (.+)$/.exec(fields[1] ?? '')?.[1]
  if (trigger === undefined || witness === undefined || fields.length > 2) return 'wrong'
  return { trigger, witness }
}

/** A known-failing line, and whether a result was met that it speaks of. */
export type LineUse = {
  place: string
  pattern: string
  reason: string
  link: string
  matched: boolean
  /** Of a line about generated sessions: the result that has to show it. */
  witness?: string
}

/** Lines without a result that they speak of, and pairs of lines that speak of the same result. */
export type LineFault = { place: string; message: string }

export type Excused = {
  results: Result[]
  faults: LineFault[]
  /** Of each line about stored cases, whether a result was met that it speaks of. */
  lines: LineUse[]
}

/**
 * Turns excused fails into `known-fail` and excused passes into `stale`. An error stays an error, and a crash a fail: neither satisfies a line.
 * Under `unfiltered` every line must speak of a result that ran. Only lines about stored cases: those about generated
 * sessions are for the suite, which knows the sessions.
 */
export function excuse(
  results: readonly Result[],
  given: readonly KnownFailing[],
  unfiltered: boolean,
): Excused {
  const lines = given.filter(({ sessions }) => sessions === undefined)
  const linesOf = byRule(lines)
  const used = new Set<KnownFailing>()
  const faults: LineFault[] = []
  const judged = results.map((result) => {
    const speaking = linesOf(result.rule).filter((line) => line.pattern.matches(result))
    const [line, second] = speaking
    if (!line || result.status === 'not-applicable') return result
    for (const each of speaking) used.add(each)
    if (second) faults.push(contradiction(result, line, second))
    return excused(result, line)
  })
  const unmatched = unfiltered ? lines.filter((line) => !used.has(line)) : []
  return {
    results: judged,
    faults: [...dedupe(faults), ...unmatched.map(unmatchedFault)],
    lines: lines.map((line) => ({ ...useOf(line), matched: used.has(line) })),
  }
}

/** The lines that may speak of a result, found once per rule. */
function byRule(lines: readonly KnownFailing[]): (rule: string) => readonly KnownFailing[] {
  const known = new Map<string, readonly KnownFailing[]>()
  return (rule) => {
    const found = known.get(rule) ?? lines.filter(({ pattern }) => pattern.matchesRule(rule))
    known.set(rule, found)
    return found
  }
}

export function useOf({ place, pattern, reason, link }: KnownFailing): Omit<LineUse, 'matched'> {
  return { place, pattern: pattern.text, reason, link }
}

function excused(result: Result, line: KnownFailing): Result {
  const excuse = excuseOf(line)
  if (isExcusable(result)) return { ...result, status: 'known-fail', excuse }
  if (result.status === 'pass') return { ...result, status: 'stale', excuse }
  return result
}

export function excuseOf({ pattern, reason, link }: KnownFailing): NonNullable<Result['excuse']> {
  return { pattern: pattern.text, reason, link }
}

function contradiction(result: Result, first: KnownFailing, second: KnownFailing): LineFault {
  return {
    place: second.place,
    message: `\`${second.pattern.text}\` and \`${first.pattern.text}\` (${first.place}) both speak of ${caseId(result)}. Narrow one of them.`,
  }
}

export function unmatchedFault(line: KnownFailing): LineFault {
  return {
    place: line.place,
    message: `\`${line.pattern.text}\` matches no result that ran. Remove the line, or correct its pattern.`,
  }
}

function dedupe(faults: readonly LineFault[]): LineFault[] {
  const byPlace = new Map(faults.map((fault) => [fault.place, fault]))
  return [...byPlace.values()]
}
