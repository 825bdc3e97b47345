/** What capture tells whoever watches it, as data that also passes between processes. Not here: showing it (scripts/commands/record.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import type { Notice } from './exchange.ts'

export type CaptureEvent =
  /** An exchange is being recorded into `journal`, a folder. */
  | { type: 'started'; journal: string; method: string; url: string }
  | { type: 'answered'; journal: string; status: number; contentType?: string }
  /** Its journal is complete; whoever hears this folds it. */
  | { type: 'ended'; journal: string; url: string }
  /** It is a recording now. `bytes`: of the decoded body. */
  | { type: 'recorded'; journal: string; name: string; wire?: string; end: RecordingEnd; bytes: number }
  /** It is no recording; what was kept lies in `journal`, if that is given. */
  | { type: 'failed'; journal?: string; url: string; reason: string }
  | ({ type: 'notice' } & Notice)

export type Report = (event: CaptureEvent) => void
