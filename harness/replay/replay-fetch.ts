/** Plays a delivery through a `fetch` that is given to the client. */

import { connectionError } from './connection-failure.ts'
import { isUnanswered, type Delivered } from './delivery.ts'
import { bodyOf, noteRequest, type Playback } from './playback.ts'

/** Statuses that carry no body: https://fetch.spec.whatwg.org/#null-body-status */
export const nullBodyStatuses: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** A fetch whose every answer is `delivered`. It honours the request's signal as Node's does. */
export function replayFetch(delivered: Delivered, playback: Playback): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    // A Request's own signal follows the caller's by a weak reference, so it can go deaf when the Request is collected.
    const signal = init?.signal ?? (input instanceof Request ? input : request).signal
    await noteRequest(playback, request)
    if (signal.aborted) {
      playback.cancelled = true
      throw signal.reason
    }
    if (isUnanswered(delivered)) return unanswered(delivered, playback, signal)
    const body = nullBodyStatuses.has(delivered.status) ? null : bodyOf(delivered, playback, { signal })
    return new Response(body, { status: delivered.status, headers: delivered.headers })
  }
}

/** Rejects as fetch does; in silence only once the caller aborts. */
async function unanswered(
  { failure = 'closed' }: Delivered,
  playback: Playback,
  signal: AbortSignal,
): Promise<never> {
  if (failure !== 'silence') throw connectionError(failure, false)
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  playback.cancelled = true
  throw signal.reason
}
