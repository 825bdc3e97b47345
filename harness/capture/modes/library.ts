/** The recordings of one session, taken one after the other by the requests they answer. Not here: what equal means (normalise.ts), the error of a miss (recording-miss.ts). */

import { existsSync } from 'node:fs'
import { loadRecordings, type RefusedSource } from '../../recording/sources.ts'
import type { Recording } from '../../recording/format.ts'
import { keyOf, type NormalisedRequest, type Normaliser } from './normalise.ts'

export type Entry = { recording: Recording; request: NormalisedRequest; key: string; used: boolean }

/** What was found for a request. `used`: all recordings of it have been taken. */
export type Found = { entry: Entry } | { used: readonly Entry[] }

/** A folder that cannot be replayed from: files that are no recordings, or broken ones. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

export class Library {
  readonly entries: readonly Entry[]
  readonly #byKey: ReadonlyMap<string, Entry[]>

  constructor(recordings: readonly Recording[], normalise: Normaliser) {
    this.entries = recordings.map((recording) => {
      const request = normalise(recording.request)
      return { recording, request, key: keyOf(request), used: false }
    })
    this.#byKey = Map.groupBy(this.entries, ({ key }) => key)
  }

  /** The next recording of this request. Repeats are a sequence, in the order of names: the last one is not given twice. */
  take(request: NormalisedRequest): Found {
    const entries = this.#byKey.get(keyOf(request)) ?? []
    const entry = entries.find(({ used }) => !used)
    if (!entry) return { used: entries }
    entry.used = true
    return { entry }
  }

  unused(): Recording[] {
    return this.entries.filter(({ used }) => !used).map(({ recording }) => recording)
  }
}

/** Every recording in `dir`, ours and foreign ones, in the order of their names; none where there is no such folder. Throws `LibraryError` for what cannot be read. */
export async function loadLibrary(dir: string, normalise: Normaliser): Promise<Library> {
  if (!existsSync(dir)) return new Library([], normalise)
  const recordings: Recording[] = []
  const faults: string[] = []
  for await (const loaded of loadRecordings(dir)) {
    if ('recording' in loaded) recordings.push(loaded.recording)
    else faults.push(faultOf(loaded.refused))
  }
  if (faults.length === 0) return new Library(recordings, normalise)
  throw new LibraryError(
    `\`${dir}\` holds what cannot be replayed:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  )
}

function faultOf({ file, field, reason }: RefusedSource): string {
  return field === undefined ? `\`${file}\` ${reason}` : `\`${file}\`: \`${field}\` ${reason}`
}
