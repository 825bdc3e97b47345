/** The counted unit: one driver x case x rule, with its status. Not here: judging (judge.ts), prose (harness/report). */

import type { Finding, Severity } from '../checks/check.ts'

/**
 * `error`: the rule or the harness broke, not the converter. `known-fail`: failed, and a known-failing line says so.
 * `stale`: passed, although a known-failing line says it fails.
 */
export type Status = 'pass' | 'fail' | 'error' | 'known-fail' | 'stale' | 'not-applicable'

export type Result = {
  /** `wire/recording/delivery@driver:rule` */
  id: string
  wire: string
  recording: string
  delivery: string
  driver: string
  rule: string
  severity: Severity
  status: Status
  findings: readonly Finding[]
  /** A fail that no known-failing line excuses: there was no trace to judge. */
  beyondExcuse?: true
  /** Why it is not applicable, or what broke. */
  reason?: string
  /** The known-failing line that speaks of it. */
  excuse?: { pattern: string; reason: string; link: string }
  /** The driver declares that its converter's input cannot tell this: which information is missing, and where it is dropped. */
  impossible?: { pattern: string; missing: string; source: string }
  /** What the case rests on: how its recording came to be. */
  shownBy: 'captured' | 'imported' | 'written' | 'generated'
  /** How many results of generated sessions this entry stands for: those that need no place of their own. Absent: 1. */
  count?: number
  /** What shows a failed generated session when it is run again: a folder, and the id of its result there. */
  witness?: { folder: string; id: string }
}

export type Summary = {
  /** What was executed and what was not applicable; more, where cases of the plan gave no results. */
  planned: number
  executed: number
  pass: number
  fail: number
  error: number
  knownFail: number
  stale: number
  notApplicable: number
}

/** `missing`: results that were planned, and are not among `results`. */
export function summarise(results: readonly Result[], missing = 0): Summary {
  const count = (status: Status) => countOf(results.filter((result) => result.status === status))
  const summary = {
    planned: countOf(results) + missing,
    pass: count('pass'),
    fail: count('fail'),
    error: count('error'),
    knownFail: count('known-fail'),
    stale: count('stale'),
    notApplicable: count('not-applicable'),
  }
  const { pass, fail, error, knownFail, stale } = summary
  return { ...summary, executed: pass + fail + error + knownFail + stale }
}

/** A result that somebody must look at. */
export function isUnexpected({ status }: Pick<Result, 'status'>): boolean {
  return status === 'fail' || status === 'error' || status === 'stale'
}

/** How many results the entries stand for. */
export function countOf(results: readonly Pick<Result, 'count'>[]): number {
  return results.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** Whether a known-failing line can speak for it. */
export function isExcusable({ status, beyondExcuse }: Pick<Result, 'status' | 'beyondExcuse'>): boolean {
  return status === 'fail' && beyondExcuse === undefined
}
