/** What the pool and its workers say to each other. */

import { caseId, type CaseOutcome } from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'

export type ToWorker =
  | { type: 'load'; spec: RunSpec; update: boolean }
  /** Run the cases of a group from this one on. */
  | { type: 'run'; group: number; from: number }
  | { type: 'stop' }

export type FromWorker =
  | { type: 'ready'; groups: number }
  | { type: 'starts'; group: number; at: number }
  | { type: 'outcome'; group: number; outcome: PackedOutcome }
  | { type: 'done'; group: number }
  | { type: 'failed'; message: string }

/** An outcome whose results leave out what all of them share, and findings where there are none: most of what a run says. */
export type PackedOutcome = Omit<CaseOutcome, 'results'> & {
  results: PackedResult[]
  shownBy: CaseOutcome['results'][number]['shownBy'] | undefined
}

type Result = CaseOutcome['results'][number]
type PackedResult = Pick<Result, 'rule' | 'severity' | 'status'> &
  Partial<Pick<Result, 'findings' | 'reason' | 'impossible'>>

export function packOutcome({ results, ...outcome }: CaseOutcome): PackedOutcome {
  return {
    ...outcome,
    shownBy: results[0]?.shownBy,
    results: results.map(({ rule, severity, status, findings, reason, impossible }) => ({
      rule,
      severity,
      status,
      ...(findings.length > 0 && { findings }),
      ...(reason !== undefined && { reason }),
      ...(impossible !== undefined && { impossible }),
    })),
  }
}

export function unpackOutcome({ results, shownBy = 'written', ...outcome }: PackedOutcome): CaseOutcome {
  const { wire, recording, delivery, driver } = outcome.name
  const id = caseId(outcome.name)
  return {
    ...outcome,
    results: results.map((own) => ({
      id: `${id}:${own.rule}`,
      wire,
      recording,
      delivery,
      driver,
      shownBy,
      findings: [],
      ...own,
    })),
  }
}
