/** What a case leaves behind: plain data, so that it can come from another process. */

import type { CaseName } from '../verdict/case-id.ts'
import type { Result } from '../verdict/result.ts'
import type { FeatureNote } from './capability-gate.ts'

/** What became of one case. */
export type CaseOutcome = {
  name: CaseName
  results: Result[]
  features: FeatureNote
  /** The golden file that was written. */
  wrote?: string
}
