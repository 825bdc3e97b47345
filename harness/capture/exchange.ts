/** What capture sees of one HTTP exchange, as calls in the order they happen, and the notices of what it does not see. Not here: who sees (tap.ts, recording-fetch.ts) and who keeps (recorder.ts). */

import type { RecordingEnd, RecordingFile } from '../recording/format.ts'

export type RequestHead = {
  method: string
  /** Absolute. */
  url: string
  /** Lower-case names; repeated headers joined by `, `. */
  headers: Record<string, string>
}

export type ResponseHead = { status: number; headers: Record<string, string> }

/** Takes one exchange. Times are `performance.now()` in milliseconds. No method throws. */
export type ExchangeSink = {
  requestBody(bytes: Uint8Array): void
  requestEnd(at: number): void
  response(head: ResponseHead, at: number): void
  /** The body bytes of one read, in pieces; at least one byte. The sink keeps no piece beyond the call. */
  read(pieces: readonly Uint8Array[], at: number): void
  /** Called once, last. */
  end(end: RecordingEnd, at: number): void
}

export type CaptureSink = {
  /** A request begins; undefined: nobody wants it. */
  open(head: RequestHead, at: number): ExchangeSink | undefined
  notice(notice: Notice): void
}

/** Traffic that passes through without being recorded, or a recording that failed. */
export type Notice = {
  kind:
    | 'http2'
    | 'websocket'
    | 'upgrade'
    | 'unparsable'
    | 'connect-failed'
    | 'own-msw'
    | 'failed'
    | 'still-running'
    | 'unhooked-child'
    | 'unhooked-thread'
  /** Host, url or recording it is about. */
  subject: string
  /** One sentence for people. */
  message: string
}

export type Borders = RecordingFile['borders']
