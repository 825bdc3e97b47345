/** What is said of a package's faults: `faults.txt` beside its drivers, in broad patterns. Not here: the exact lines made from it (exact-lines.ts). */

import { readFile } from 'node:fs/promises'
import { KnownFailingError, parseKnownFailing, type KnownFailing } from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'
import { fileOf, type MatrixPackage } from './packages.ts'

/**
 * In their order, since the first that matches a failing result is the one it shows. One with a trigger is of generated
 * sessions that have what the trigger names; its witness, which is found for each rule, is `any`.
 */
export async function faultsOf(matrixPackage: MatrixPackage): Promise<KnownFailing[]> {
  const file = fileOf(matrixPackage, 'faults.txt')
  if (file === undefined) return []
  try {
    return parseKnownFailing(await readFile(file, 'utf8'), file)
  } catch (error) {
    throw error instanceof KnownFailingError ? new UsageError(error.message) : error
  }
}
