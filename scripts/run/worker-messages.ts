/** What the pool and its workers say to each other. */

import {
  caseId,
  type BlockOutcome,
  type CaseOutcome,
  type FoundFailure,
  type LateFailure,
  type Owner,
  type Session,
  type SessionBlock,
  type WireName,
} from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'

export type ToWorker = { type: 'load'; spec: RunSpec; update: boolean } | JobMessage

export type JobMessage =
  /** Make the smoke run of all drivers. */
  | { type: 'smoke' }
  /** Run the cases of these groups, in that order, from the one at that place on. */
  | { type: 'cases'; groups: number[]; from: number }
  | { type: 'block'; block: SessionBlock }
  | { type: 'shrink'; found: FoundFailure }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'done' }
  /** Something failed in the background of a case that has been told. */
  | { type: 'late'; failure: LateFailure }
  /** The process is about to end, by the code of that owner. */
  | { type: 'ends'; owner?: Owner }
  | FromJob

export type FromJob =
  /** The smoke run comes to this driver and wire. */
  | { type: 'smokes'; driver: string; wire: WireName }
  /** What is wrong with a driver, if anything. */
  | { type: 'smoked'; fault?: string }
  /** Of the next case: they come in the order in which the job has them. */
  | { type: 'outcome'; outcome: PackedOutcome }
  /** A driver is about to meet the generated session of that number, or a smaller one made of it. */
  | { type: 'draws'; number: number; driver: string }
  | { type: 'block-outcome'; outcome: BlockOutcome }
  | { type: 'shrunk'; session: Session }

/** An outcome whose results leave out what all of them share, and findings where there are none: most of what a run says. */
export type PackedOutcome = Omit<CaseOutcome, 'results'> & {
  results: PackedResult[]
  shownBy: CaseOutcome['results'][number]['shownBy'] | undefined
}

type Result = CaseOutcome['results'][number]
type PackedResult = Pick<Result, 'rule' | 'severity' | 'status'> &
  Partial<Pick<Result, 'findings' | 'reason' | 'impossible' | 'beyondExcuse'>>

export function packOutcome({ results, ...outcome }: CaseOutcome): PackedOutcome {
  return {
    ...outcome,
    shownBy: results[0]?.shownBy,
    results: results.map(({ rule, severity, status, findings, reason, impossible, beyondExcuse }) => ({
      rule,
      severity,
      status,
      ...(findings.length > 0 && { findings }),
      ...(reason !== undefined && { reason }),
      ...(impossible !== undefined && { impossible }),
      ...(beyondExcuse && { beyondExcuse }),
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
