/** The folder given to `record --out`, tried before anything is started or sent. Not here: how (harness/capture/out-folder.ts). */

import { whyNotInto } from '../../harness/watch.ts'
import { UsageError } from '../usage-error.ts'

/** Makes the folder where it is missing. @throws UsageError where nothing can be recorded into it. */
export function tryFolder(out: string): void {
  const why = whyNotInto(out)
  if (why === undefined) return
  throw new UsageError(
    `--out: nothing can be recorded into \`${out}\`: ${why}. Name a folder that can be written; it is made where it is missing.`,
  )
}
