/** The entry of capture: a recorder that folds by itself, and what one does with it. */

import type { Report } from './capture-event.ts'
import { JournalFolder } from './journal-folder.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import {
  recorderWith,
  reportToStderr,
  type Aftermath,
  type Recorder,
  type RecorderOptions,
} from './recorder.ts'

export type { CaptureEvent, Report } from './capture-event.ts'
export type { Notice } from './exchange.ts'
export type { Recorder, RecorderOptions } from './recorder.ts'
export { recover, type Recovered, type RecoverOptions } from './recover.ts'
export { startTap, type Tap } from './tap.ts'

/** A recorder for this process; give it to `startTap`, `CaptureSource` or `recordingFetch`. */
export function createRecorder(options: RecorderOptions): Recorder {
  return recorderWith(options, foldingHere(options))
}

function foldingHere({ out, report = reportToStderr }: RecorderOptions): Aftermath {
  const folders = new Map<string, JournalFolder>()
  return {
    delay: 50,
    begun: (path) => void folders.set(path, new JournalFolder(out, path)),
    ended(exchanges, isOpen) {
      for (const [path, folder] of folders) {
        folder.update()
        for (const exchange of exchanges)
          if (exchange.journaled?.path === path) foldOne(folder, exchange, report)
        // A file with an exchange that failed stays, for `recover`.
        if (!isOpen(path) && folder.removeIfDone()) folders.delete(path)
      }
    },
  }
}

function foldOne(folder: JournalFolder, exchange: RecordedExchange, report: Report): void {
  const { journaled, redactor, safeUrl: url } = exchange
  if (journaled === undefined || redactor === undefined) return
  const { x, name } = journaled
  try {
    const { folder: _folder, ...folded } = folder.fold(x, (recording) => redactor.recording(recording))
    report({ type: 'recorded', exchange: name, ...folded })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report({ type: 'failed', exchange: name, journal: folder.path, url, reason })
  }
}
