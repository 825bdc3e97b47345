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
  lineFaults: readonly unknown[]
  /** What could not be read; `broken`: and should have been. */
  refused: readonly { broken?: boolean }[]
  /** Recordings that do not say what their turn.json says; `added`: the user's own. */
  turnFaults: readonly { added?: boolean }[]
  /** What failed in the background, of no run that can be told. */
  strays: readonly unknown[]
}

/** The worst of what happened decides: the suite's own fault before a bad input before the converter's faults. */
export function exitCodeOf({ summary, lineFaults, refused, turnFaults, strays }: Ending): ExitCode {
  const isWhole = summary.planned === summary.executed + summary.notApplicable
  if (summary.error > 0 || !isWhole || turnFaults.some(({ added }) => !added)) return exitCodes.suiteAtFault
  if (refused.some(({ broken }) => broken) || turnFaults.length > 0) return exitCodes.usage
  if (summary.executed === 0) return exitCodes.nothingExecuted
  const faults = summary.fail + summary.stale + lineFaults.length + strays.length
  if (faults > 0) return exitCodes.unexpected
  return exitCodes.asExpected
}
