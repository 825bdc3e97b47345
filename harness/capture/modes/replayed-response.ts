/** A recording as the answer to a request: through an injected fetch, or through msw. Not here: which recording (library.ts). */

import { HttpResponse } from 'msw'
import type { Recording } from '../../recording/format.ts'
import type { Delivered } from '../../replay/delivery.ts'
import { bodyOf, newPlayback } from '../../replay/playback.ts'
import { asRecorded } from '../../replay/rechunk.ts'
import { nullBodyStatuses, replayFetch } from '../../replay/replay-fetch.ts'

/** Rejects as fetch does where the recording holds no answer. */
export async function replayedByFetch(recording: Recording, request: Request): Promise<Response> {
  const delivered = deliveredOf(recording)
  if (!delivered) throw fetchFailed(recording)
  return replayFetch(delivered, newPlayback())(request)
}

export function replayedByMsw(recording: Recording, request: Request): Response {
  const delivered = deliveredOf(recording)
  if (!delivered) return HttpResponse.error()
  const { status, headers } = delivered
  if (nullBodyStatuses.has(status)) return new HttpResponse(null, { status, headers })
  const body = bodyOf(delivered, newPlayback(), { signal: request.signal, paced: true })
  // Without it msw turns an error of the body stream into a clean end.
  return new HttpResponse(body, { status, headers: { ...headers, 'transfer-encoding': 'chunked' } })
}

/** An exchange that its client, or a crash, broke off has no end of its own: what follows the last byte is an error, never a clean end. */
function deliveredOf(recording: Recording): Delivered | undefined {
  if (!recording.response) return undefined
  const delivered = asRecorded.apply(recording)
  return recording.end.how === 'complete' ? delivered : { ...delivered, end: 'reset' }
}

/** The error Node's fetch gives where no answer began. */
function fetchFailed({ end }: Recording): TypeError {
  const reason = end.how === 'no-response' ? end.reason : end.how
  return new TypeError('fetch failed', { cause: Object.assign(new Error(reason), { code: reason }) })
}
