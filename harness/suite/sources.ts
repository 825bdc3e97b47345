/** Which sources a run of any kind has, on the command line and in vitest alike: what ships, the user's own folders, what earlier runs saved. Not here: planning their cases (plan.ts). */

import { fileURLToPath } from 'node:url'
import type { Recording } from '../recording/format.ts'
import { loadRecordings, type RefusedSource } from '../recording/sources.ts'
import { briefSource } from './brief-deliveries.ts'
import { errorSource } from './error-situations/recordings.ts'
import type { Source } from './plan.ts'
import { requestSource } from './requests/cases.ts'
import { situationSource } from './situations.ts'
import { loadWitnesses } from './witness.ts'

/** The recordings that are a part of this package. */
export const shippedRecordings = fileURLToPath(new URL('../../recordings/', import.meta.url))

export type SourceFolders = {
  /** Folders of recordings beside those that ship, ours or foreign. */
  recordings: readonly string[]
  /** Folders of witnesses; they need not exist. */
  witnesses: readonly string[]
  /** The drivers ship too, so that goldens and turns of our own recordings must be there. */
  shipped: boolean
  /** Goldens of the added recordings must be there. */
  goldens?: boolean
}

/** How much of its deliveries a run plays. */
export type Extent = {
  /** Every delivery, not the few that a brief run has time for. */
  allDeliveries: boolean
  /** Case patterns, as they were written. */
  cases: readonly string[]
}

export type LoadedSources = { sources: Source[]; refused: RefusedSource[] }

/** Never throws for what lies in the folders: what cannot be read is refused by name, the others go on. */
export async function loadSources(folders: SourceFolders, extent: Extent): Promise<LoadedSources> {
  const refused: RefusedSource[] = []
  const read = async (label: string, shipped: boolean): Promise<Source> => {
    const recordings: Recording[] = []
    for await (const loaded of loadRecordings(label)) {
      if ('refused' in loaded) refused.push(loaded.refused)
      else recordings.push(loaded.recording)
    }
    return { label, shipped, recordings }
  }
  const saved = await Promise.all(folders.witnesses.map(loadWitnesses))
  refused.push(...saved.flatMap((loaded) => loaded.refused))
  const stored = [await read(shippedRecordings, folders.shipped)]
  for (const folder of folders.recordings) stored.push(await read(folder, folders.goldens ?? false))
  const played = [...stored, errorSource(), requestSource(), situationSource(namesDelivery(extent))]
  return {
    sources: [
      ...saved.map(({ recordings, witnesses }) => ({
        label: 'witnesses',
        shipped: false,
        recordings,
        witnesses,
      })),
      ...(isBrief(extent) ? played.map(briefly) : played),
    ],
    refused,
  }
}

/** A brief run leaves deliveries out, so it cannot tell that a known-failing line matches nothing. */
export function isBrief(extent: Extent): boolean {
  return !extent.allDeliveries && !namesDelivery(extent)
}

/** Whether a case is asked for by its delivery, which need not be among the few: the command that shows a result again does. */
function namesDelivery({ cases }: Extent): boolean {
  return cases.some((text) => /^[^/]+\/[^/]+\/[a-z0-9-]+(?:@|:|$)/.test(text))
}

/**
 * Recordings meet four deliveries beside the recorded one, situations one; an answer that fails is the same in any chunks.
 * Only recordings run beside one another: what two streams have to mix in a converter, text, reasoning and calls, they hold.
 */
const brevity: Readonly<Record<string, { more: number; alone: boolean }>> = {
  situations: { more: 1, alone: true },
  'error situations': { more: 0, alone: true },
  requests: { more: 0, alone: true },
}

function briefly(source: Source): Source {
  const { more, alone } = brevity[source.label] ?? { more: 4, alone: false }
  return { ...briefSource(source, more), alone }
}
