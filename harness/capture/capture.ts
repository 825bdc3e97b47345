/** The entry of capture: a recorder that folds by itself, and what one does with it. */

import { foldJournal } from './fold.ts'
import { recorderWith, type Recorder, type RecorderOptions } from './recorder.ts'

export type { CaptureEvent, Report } from './capture-event.ts'
export type { Notice } from './exchange.ts'
export type { Recorder, RecorderOptions } from './recorder.ts'
export { recover, type Recovered, type RecoverOptions } from './recover.ts'
export { startTap, type Tap } from './tap.ts'

/** A recorder for this process; give it to `startTap`, `CaptureSource` or `recordingFetch`. */
export function createRecorder(options: RecorderOptions): Recorder {
  return recorderWith(foldJournal, options)
}
