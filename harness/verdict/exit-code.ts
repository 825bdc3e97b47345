/** The exit code of a run, and why. */

import type { Summary } from './result.ts'

export const exitCodes = {
  asExpected: 0,
  unexpected: 1,
  usage: 2,
  suiteAtFault: 3,
  nothingExecuted: 4,
  driverNotStarted: 5,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export type Ending = {
  summary: Summary
  /** Known-failing lines that are wrong in themselves. */
  lineFaults: number
  /** Recordings in our own format that could not be read. */
  brokenRecordings: number
  /** The truth of a recording is not what its turn.json says. */
  turnMismatches: number
}

/** The worst of what happened decides: the suite's own fault before a bad input before the converter's faults. */
export function exitCodeOf({ summary, lineFaults, brokenRecordings, turnMismatches }: Ending): ExitCode {
  if (summary.error > 0 || turnMismatches > 0) return exitCodes.suiteAtFault
  if (brokenRecordings > 0) return exitCodes.usage
  if (summary.executed === 0) return exitCodes.nothingExecuted
  if (summary.fail > 0 || summary.stale > 0 || lineFaults > 0) return exitCodes.unexpected
  return exitCodes.asExpected
}
