/** The known-failing lines of a run. */

import {
  KnownFailingError,
  parseKnownFailing,
  readNamedText,
  whyUnreadable,
  type KnownFailing,
} from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'

/** @throws UsageError for a file that cannot be read, or a line that is wrong. */
export async function loadLines(files: readonly string[]): Promise<KnownFailing[]> {
  const lists = await Promise.all(files.map(readLines))
  return lists.flat()
}

async function readLines(file: string): Promise<KnownFailing[]> {
  const text = await readNamedText(file).catch((error: unknown) => {
    throw new UsageError(`--known-failing: \`${file}\` ${whyUnreadable(error)}.`)
  })
  try {
    return parseKnownFailing(text, file)
  } catch (error) {
    throw error instanceof KnownFailingError ? new UsageError(error.message) : error
  }
}
