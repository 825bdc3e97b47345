/** The seam between capture and redaction: what a redactor must offer so that no secret reaches the disk, not even the journal. Not here: finding secrets (harness/recording/redact). */

import type { Recording } from '../recording/format.ts'
import type { RequestHead, ResponseHead } from './exchange.ts'

/** Redacts a body as it comes. Every placeholder has the byte length of what it replaces, so chunk tables hold. */
export type StreamRedactor = {
  /** Takes bytes; gives those that can no longer be part of a secret, at most `Redactor.window` bytes late. */
  feed(bytes: Uint8Array): Uint8Array
  /** The bytes still held back. */
  end(): Uint8Array
}

/** Redacts one exchange. Knows the literal credentials of its request, which are in memory only. */
export type ExchangeRedactor = {
  /** The request head as it may be written. */
  readonly request: RequestHead
  readonly requestBody: StreamRedactor
  readonly responseBody: StreamRedactor
  response(head: ResponseHead): ResponseHead
  /** The last pass over the whole exchange: finds secrets that are split over deltas, and adds what the streams replaced to `redactions`. */
  recording(recording: Recording): Recording
  /** What was replaced so far by the streams and the heads; never the value. */
  redactions(): Recording['redactions']
}

export type Redactor = {
  /** The most bytes a stream holds back, and so the most a crash can lose. */
  readonly window: number
  exchange(request: RequestHead): ExchangeRedactor
  /** The last pass over an exchange that a crash left: the literal credentials are gone, patterns still apply. */
  recording(recording: Recording): Recording
}

const passThroughStream: StreamRedactor = {
  feed: (bytes) => bytes,
  end: () => new Uint8Array(),
}

/** Replaces nothing; for tests and for people who redact elsewhere. */
export const noRedaction: Redactor = {
  window: 0,
  exchange: (request) => ({
    request,
    requestBody: passThroughStream,
    responseBody: passThroughStream,
    response: (head) => head,
    recording: (recording) => recording,
    redactions: () => [],
  }),
  recording: (recording) => recording,
}
