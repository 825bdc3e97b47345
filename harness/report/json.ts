/** A run as the result document, `streamproof/result@1`. `complete: true` is the last field: a document without it is of a run that broke off, one with `false` of a run that was interrupted. */

import type { Result } from '../verdict/result.ts'
import type { RunReport } from './run-report.ts'

export function resultDocument(report: RunReport) {
  const { results, summary, cases, sources, refused, drivers, run, exitCode, shard } = report
  const { lineFaults, turnFaults, features, lines, covers, missing, strays } = report
  return {
    schema: 'streamproof/result@1',
    tool: { name: 'streamproof', version: run.toolVersion },
    run: {
      startedAt: run.startedAt,
      durationMs: run.durationMs,
      argv: run.argv,
      platform: run.platform,
    },
    drivers,
    sources,
    refused,
    lineFaults,
    turnFaults,
    missing,
    strays,
    covers,
    features,
    lines,
    ...(shard ? { shard } : {}),
    cases,
    summary: { ...summary, exitCode },
    results: results.map((result) => resultEntry(result, report)),
    complete: !report.interrupted,
  }
}

export type ResultDocument = ReturnType<typeof resultDocument>

function resultEntry(result: Result, report: RunReport): Result & { again?: string } {
  const plain = result.status === 'pass' || result.status === 'not-applicable'
  return plain ? result : { ...result, again: report.again(result) }
}
