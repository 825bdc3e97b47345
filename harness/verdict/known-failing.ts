/** Known-failing lines: reading them, and holding them against what really happened. */

import { caseId, parsePattern, PatternError, type CasePattern } from './case-id.ts'
import type { Result } from './result.ts'

export type KnownFailing = {
  /** File and line number, for messages. */
  place: string
  pattern: CasePattern
  reason: string
  link: string
}

export class KnownFailingError extends Error {
  override name = 'KnownFailingError'
}

/**
 * Reads lines of `pattern | reason | link`; `#` starts a comment line.
 * @throws KnownFailingError for a line without a reason or link, or one that stands twice.
 */
export function parseKnownFailing(text: string, file: string): KnownFailing[] {
  const lines = text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim()
    return trimmed === '' || trimmed.startsWith('#') ? [] : [parseLine(trimmed, `${file}:${at + 1}`)]
  })
  const seen = new Map<string, string>()
  for (const { pattern, place } of lines) {
    const before = seen.get(pattern.text)
    if (before)
      throw new KnownFailingError(
        `${place}: \`${pattern.text}\` stands at ${before} already. Keep one of them.`,
      )
    seen.set(pattern.text, place)
  }
  return lines
}

function parseLine(line: string, place: string): KnownFailing {
  const [pattern = '', reason = '', link = '', ...rest] = line.split(' | ').map((field) => field.trim())
  if (!reason || !link || rest.length > 0) {
    throw new KnownFailingError(
      `${place}: a known-failing line is \`pattern | reason | link\`, found ${JSON.stringify(line)}. Say why it fails and where that is reported.`,
    )
  }
  try {
    return { place, pattern: parsePattern(pattern), reason, link }
  } catch (error) {
    if (error instanceof PatternError) throw new KnownFailingError(`${place}: ${error.message}`)
    throw error
  }
}

/** Lines without a result that they speak of, and pairs of lines that speak of the same result. */
export type LineFault = { place: string; message: string }

export type Excused = { results: Result[]; faults: LineFault[] }

/**
 * Turns excused fails into `known-fail` and excused passes into `stale`. An error stays an error: a crash satisfies no line.
 * Under `unfiltered` every line must speak of a result that ran.
 */
export function excuse(
  results: readonly Result[],
  lines: readonly KnownFailing[],
  unfiltered: boolean,
): Excused {
  const used = new Map<KnownFailing, number>()
  const faults: LineFault[] = []
  const judged = results.map((result) => {
    const speaking = lines.filter((line) => line.pattern.matches(result))
    const [line, second] = speaking
    if (!line || result.status === 'not-applicable') return result
    for (const each of speaking) used.set(each, (used.get(each) ?? 0) + 1)
    if (second) faults.push(contradiction(result, line, second))
    return excused(result, line)
  })
  const unmatched = unfiltered ? lines.filter((line) => !used.has(line)) : []
  return { results: judged, faults: [...dedupe(faults), ...unmatched.map(unmatchedFault)] }
}

function excused(result: Result, line: KnownFailing): Result {
  const excuse = { pattern: line.pattern.text, reason: line.reason, link: line.link }
  if (result.status === 'fail') return { ...result, status: 'known-fail', excuse }
  if (result.status === 'pass') return { ...result, status: 'stale', excuse }
  return result
}

function contradiction(result: Result, first: KnownFailing, second: KnownFailing): LineFault {
  return {
    place: second.place,
    message: `\`${second.pattern.text}\` and \`${first.pattern.text}\` (${first.place}) both speak of ${caseId(result)}. Narrow one of them.`,
  }
}

function unmatchedFault(line: KnownFailing): LineFault {
  return {
    place: line.place,
    message: `\`${line.pattern.text}\` matches no result that ran. Remove the line, or correct its pattern.`,
  }
}

function dedupe(faults: readonly LineFault[]): LineFault[] {
  const byPlace = new Map(faults.map((fault) => [fault.place, fault]))
  return [...byPlace.values()]
}
