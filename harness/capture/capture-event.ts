/** What capture tells whoever watches it, as data. Not here: showing it (scripts/record). */

import type { RecordingEnd } from '../recording/format.ts'
import type { Notice } from './exchange.ts'

export type CaptureEvent =
  /** An exchange is being recorded; `exchange` names it in what follows. */
  | { type: 'started'; exchange: string; method: string; url: string }
  | { type: 'answered'; exchange: string; status: number; contentType?: string }
  /** It is a recording now, in the folder `name`. `bytes`: of the decoded body. */
  | {
      type: 'recorded'
      exchange: string
      name: string
      wire?: string
      /** Where there was an answer. */
      status?: number
      end: RecordingEnd
      bytes: number
    }
  /** It is no recording; what was kept lies in `journal`, if that is given. */
  | { type: 'failed'; exchange?: string; journal?: string; url: string; reason: string }
  | ({ type: 'notice' } & Notice)

export type Report = (event: CaptureEvent) => void

/** What the hook in a program tells `streamproof record`; the rest stands in the journals. */
export type HookEvent =
  | CaptureEvent
  | { type: 'journal'; path: string }
  /** A worker thread was started, says its parent; it has the hook, says itself. */
  | { type: 'thread'; pid: number; thread: number; of: 'parent' | 'hook' }

/** The name of an exchange in events. */
export function exchangeName(journal: string, x: number): string {
  return `${journal}#${x}`
}
