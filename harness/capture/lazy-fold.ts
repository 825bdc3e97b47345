/** Loads fold.ts when it is needed: with the wires and the schema it would more than double the start of a recorded program. Not here: folding (fold.ts). */

import { createRequire } from 'node:module'
import type { foldJournal } from './fold.ts'

type Fold = { foldJournal: typeof foldJournal }

export type LazyFold = {
  source(): typeof foldJournal | undefined
  /** Begins to load; `onLoad` follows. */
  load(): void
  /** Loads at once, for a process that exits, where nothing asynchronous comes back. Where it fails, `streamproof record` folds instead. */
  loadNow(): void
}

export function lazyFold(onLoad: () => void): LazyFold {
  const file = import.meta.url.endsWith('.ts') ? './fold.ts' : './fold.js'
  let loaded: Fold | undefined
  let loading: Promise<void> | undefined
  const load = async () => {
    try {
      loaded = (await import(file)) as Fold
      onLoad()
    } catch (error) {
      process.stderr.write(
        `streamproof: recordings are completed after the program ends: ${String(error)}.\n`,
      )
    }
  }
  return {
    source: () => loaded?.foldJournal,
    load() {
      loading ??= load()
    },
    loadNow() {
      if (loading === undefined || loaded !== undefined) return
      try {
        loaded = createRequire(import.meta.url)(file) as Fold
      } catch {
        // Its import is under way; the journals stay, complete with their ends.
      }
    },
  }
}
