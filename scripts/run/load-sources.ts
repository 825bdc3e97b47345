/** The recordings of a run: those that ship, and the folders the user adds. */

import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  errorSource,
  loadRecordings,
  requestSource,
  type Recording,
  type RefusedFile,
  type Source,
} from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'

export const shippedRecordings = fileURLToPath(new URL('../../recordings/', import.meta.url))

export type LoadedSources = { sources: Source[]; refused: RefusedFile[] }

/**
 * `shipped`: the drivers ship too, so that goldens and turns of our own recordings must be there.
 * @throws UsageError for a folder that does not exist. A file that cannot be read is refused by name, the others go on.
 */
export async function loadSources(folders: readonly string[], shipped: boolean): Promise<LoadedSources> {
  const refused: RefusedFile[] = []
  const sources: Source[] = []
  for (const [at, folder] of [shippedRecordings, ...folders].entries()) {
    await mustExist(folder)
    const recordings: Recording[] = []
    for await (const loaded of loadRecordings(folder)) {
      if ('refused' in loaded) refused.push(loaded.refused)
      else recordings.push(loaded.recording)
    }
    sources.push({ label: folder, shipped: shipped && at === 0, recordings })
  }
  return { sources: [...sources, errorSource(), requestSource()], refused }
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`--recordings: \`${path}\` does not exist.`)
}
