/** The smoke run of the drivers that a user names, before the first case. Those that ship are smoked by a test. Not here: what it tells apart (harness/suite/smoke.ts). */

import { SmokeError, smokeRun, type CaseGroup } from '../../harness/index.ts'
import { DriverStartError } from '../usage-error.ts'

/** @throws DriverStartError for a driver that is broken. */
export async function mustStart(groups: readonly CaseGroup[], files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  await smokeRun(groups).catch((error: unknown) => {
    throw error instanceof SmokeError ? new DriverStartError(error.message) : error
  })
}
