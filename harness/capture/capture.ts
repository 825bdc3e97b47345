/** The entry of capture: a recorder that folds by itself, and what one does with it. */

import type { Recording } from '../recording/format.ts'
import type { Report } from './capture-event.ts'
import { defaultRedactor } from './default-redactor.ts'
import { JournalFolder, type FoldWith } from './journal-folder.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import {
  recorderWith,
  reportToStderr,
  type Aftermath,
  type Recorder,
  type RecorderOptions,
} from './recorder.ts'
import { newSealKey } from './sealing.ts'

export type { CaptureEvent, Report } from './capture-event.ts'
export type { Notice } from './exchange.ts'
export type { Recorder, RecorderOptions } from './recorder.ts'
export { recover, type Recovered, type RecoverOptions } from './recover.ts'
export { startTap, type Tap } from './tap.ts'

/** A recorder for this process; give it to `startTap`, `CaptureSource` or `recordingFetch`. */
export function createRecorder(options: RecorderOptions): Recorder {
  return recorderWith(options, foldingHere(options))
}

function foldingHere({
  out,
  report = reportToStderr,
  redactor = defaultRedactor,
}: RecorderOptions): Aftermath {
  const key = newSealKey()
  const foldWith = { key, redactor }
  const folders = new Map<string, JournalFolder>()
  return {
    key,
    begun: (path) => void folders.set(path, new JournalFolder(out, path)),
    ended(exchange) {
      const folder = folders.get(exchange.writer?.path ?? '')
      if (folder === undefined) return
      folder.update()
      foldOne(folder, exchange, foldWith, report)
    },
    tidy(isOpen) {
      for (const [path, folder] of folders) {
        if (isOpen(path)) continue
        folder.update()
        // A file with an exchange that failed stays, for `recover`.
        if (folder.removeIfDone()) folders.delete(path)
      }
    },
  }
}

function foldOne(
  folder: JournalFolder,
  exchange: RecordedExchange,
  foldWith: FoldWith,
  report: Report,
): void {
  const { writer, safeUrl: url } = exchange
  if (writer === undefined) return
  const { x, name } = writer
  try {
    const last = (recording: Recording) => writer.last(recording)
    const folded = folder.fold(x, { ...foldWith, last })
    if (folded === undefined) throw new Error('its journal does not say what was asked')
    const { folder: _folder, ...rest } = folded
    report({ type: 'recorded', exchange: name, ...rest })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report({ type: 'failed', exchange: name, journal: folder.path, url, reason })
  }
}
