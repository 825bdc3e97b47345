/** What the pool and its workers say to each other. */

import type { CaseOutcome } from '../../harness/index.ts'
import type { RunSpec } from './load-run.ts'

export type ToWorker =
  | { type: 'load'; spec: RunSpec; update: boolean }
  /** Run the cases of a group from this one on. */
  | { type: 'run'; group: number; from: number }
  | { type: 'stop' }

export type FromWorker =
  | { type: 'ready'; groups: number }
  | { type: 'starts'; group: number; at: number }
  | { type: 'outcome'; group: number; outcome: CaseOutcome }
  | { type: 'done'; group: number }
  | { type: 'failed'; message: string }
