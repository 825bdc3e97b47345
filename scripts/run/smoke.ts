/** The smoke run of the drivers that a user names, before the first case. Those that ship are smoked by a test. Not here: what it tells apart (harness/suite/smoke.ts). */

import { exitCodes, SmokeError, smokeRun, type CaseGroup } from '../../harness/index.ts'
import { DriverStartError } from '../usage-error.ts'

/** @throws DriverStartError for a driver that is broken. */
export async function mustStart(groups: readonly CaseGroup[], files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const died = () => {
    process.stderr.write(
      `streamproof: ${names(groups)} ended the process in its smoke run, so no case was run.\n`,
    )
    process.exitCode = exitCodes.driverNotStarted
  }
  process.once('exit', died)
  try {
    await smokeRun(groups)
  } catch (error) {
    throw error instanceof SmokeError ? new DriverStartError(error.message) : error
  } finally {
    process.off('exit', died)
  }
}

function names(groups: readonly CaseGroup[]): string {
  return `the driver ${[...new Set(groups.map(({ driver }) => `\`${driver.name}\``))].join(' or ')}`
}
