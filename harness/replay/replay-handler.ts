/** Plays a delivery through an msw handler, for clients that take no fetch of their own. */

import { http, HttpResponse, type HttpHandler } from 'msw'
import { isUnanswered, type Delivered } from './delivery.ts'
import { bodyOf, noteRequest, type Playback } from './playback.ts'
import { nullBodyStatuses } from './replay-fetch.ts'

/**
 * A handler that answers every request to `url` (an msw path pattern) with `delivered`.
 * The answer says `transfer-encoding: chunked`: without it msw turns an error of the body stream into a clean end.
 */
export function replayHandler(url: string, delivered: Delivered, playback: Playback): HttpHandler {
  return http.all(url, async ({ request }) => {
    await noteRequest(playback, request)
    if (isUnanswered(delivered)) return HttpResponse.error()
    if (nullBodyStatuses.has(delivered.status)) {
      return new HttpResponse(null, { status: delivered.status, headers: delivered.headers })
    }
    const body = bodyOf(delivered, playback, { signal: request.signal, paced: true })
    return new HttpResponse(body, {
      status: delivered.status,
      headers: { ...delivered.headers, 'transfer-encoding': 'chunked' },
    })
  })
}
