/** Puts the result documents of the shards of one run together, and judges what only the whole can tell. */

import { missingResults, summedMissing } from '../verdict/missing.ts'
import { parsePattern } from '../verdict/case-id.ts'
import { exitCodeOf } from '../verdict/exit-code.ts'
import { gateName, judgeFeatures, mergeFeatures, type FeatureEntry } from '../verdict/features.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, unmatchedFault, type KnownFailing, type LineUse } from '../verdict/known-failing.ts'
import { summarise, type Result } from '../verdict/result.ts'
import type { ResultDocument } from './json.ts'
import type { RunReport } from './run-report.ts'

/** `documents`: one per shard, complete, in any order. */
export function mergeRuns(documents: readonly ResultDocument[]): RunReport {
  const [first] = documents
  if (!first) throw new Error('There is no document to merge.')
  const features = mergeFeatures(documents.flatMap((document) => document.features))
  const lines = mergeLines(documents.flatMap((document) => document.lines))
  const { covers } = first
  const results = [...wholeResults(documents), ...gateResults(features, lines, covers.cases)]
  const unmatched = covers.cases && covers.deliveries ? unmatchedLines(lines, results) : []
  const lineFaults = unique(
    [...documents.flatMap((document) => document.lineFaults), ...unmatched.map(unmatchedFault)],
    ({ place, message }) => `${place} ${message}`,
  )
  const refused = unique(
    documents.flatMap((document) => document.refused),
    ({ file }) => file,
  )
  const turnFaults = unique(
    documents.flatMap((document) => document.turnFaults),
    ({ recording, message }) => `${recording} ${message}`,
  )
  const missing = summedMissing(documents.flatMap((document) => document.missing))
  const strays = documents.flatMap((document) => document.strays)
  const summary = summarise(results, missingResults(missing))
  const again = new Map(
    documents.flatMap((document) => document.results.map((result) => [result.id, result.again])),
  )
  return {
    results,
    summary,
    cases: documents.reduce((sum, { cases }) => sum + cases, 0),
    sources: first.sources,
    refused,
    lineFaults,
    turnFaults,
    missing,
    strays,
    updated: [],
    drivers: first.drivers,
    run: {
      ...first.run,
      toolVersion: first.tool.version,
      durationMs: Math.max(...documents.map(({ run }) => run.durationMs)),
    },
    covers,
    features,
    lines,
    interrupted: false,
    exitCode: exitCodeOf({ summary, lineFaults, refused, turnFaults, strays }),
    again: ({ id }) => again.get(id) ?? `npm run -s conformance -- --case '${id}'`,
  }
}

/** Results of cases; those of the gate are judged anew, and what every shard says alike is told once. */
function wholeResults(documents: readonly ResultDocument[]): Result[] {
  const results = documents.flatMap((document) => document.results)
  return unique(
    results.filter(({ rule }) => rule !== 'capabilities'),
    ({ id }) => id,
  )
}

function gateResults(
  features: readonly FeatureEntry[],
  lines: readonly LineUse[],
  isWhole: boolean,
): Result[] {
  const results = features.flatMap((entry) =>
    judge(gateName(entry), 'written', [judgeFeatures(entry, isWhole)]),
  )
  const ofCases = lines.filter(({ witness }) => witness === undefined)
  return excuse(results, ofCases.map(knownFailingOf), false).results
}

function mergeLines(lines: readonly LineUse[]): LineUse[] {
  const merged = new Map<string, LineUse>()
  for (const line of lines) {
    const before = merged.get(line.place)
    merged.set(line.place, { ...line, matched: line.matched || (before?.matched ?? false) })
  }
  return [...merged.values()]
}

function knownFailingOf({ place, pattern, reason, link }: LineUse): KnownFailing {
  return { place, pattern: parsePattern(pattern), reason, link }
}

/** A line may speak of a result that only the whole has; one about sessions must have been shown by its witness. */
function unmatchedLines(lines: readonly LineUse[], results: readonly Result[]): KnownFailing[] {
  return lines
    .filter(({ matched }) => !matched)
    .map((line) => ({ line: knownFailingOf(line), witness: line.witness }))
    .filter(({ line, witness }) => witness !== undefined || !speaksOfAny(line, results))
    .map(({ line }) => line)
}

function speaksOfAny({ pattern }: KnownFailing, results: readonly Result[]): boolean {
  return results.some((result) => result.status !== 'not-applicable' && pattern.matches(result))
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
