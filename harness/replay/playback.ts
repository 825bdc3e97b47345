/** Turns a delivery's reads into a response body that is pulled read by read, and keeps what became of it. Not here: the ways to hand it to a client (replay-fetch.ts, replay-handler.ts, replay-server.ts). */

import { setImmediate as nextMacrotask } from 'node:timers/promises'
import type { SentRequest } from '../trace/trace.ts'
import { connectionError, type ConnectionFailureName } from './connection-failure.ts'
import type { Delivered } from './delivery.ts'

/** What happened while one delivery was played; filled as it goes. */
export type Playback = {
  /** Reads handed out so far. */
  reads: number
  /** The client cancelled or aborted the body before its end. */
  cancelled: boolean
  requests: SentRequest[]
}

export function newPlayback(): Playback {
  return { reads: 0, cancelled: false, requests: [] }
}

/** The error Node's fetch gives when the connection breaks inside a body. */
export function resetError(failure: ConnectionFailureName = 'closed'): TypeError {
  return connectionError(failure, true)
}

/**
 * A body that gives one entry of `delivered.reads` per pull, so that a reader sees the borders as they are.
 * `paced` puts a macrotask before each read: msw merges what is written within one.
 */
export function bodyOf(
  delivered: Delivered,
  playback: Playback,
  options: { signal?: AbortSignal | undefined; paced?: boolean } = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { signal, paced = false } = options
  let next = 0
  let onAbort: (() => void) | undefined
  const settle = () => {
    if (onAbort) signal?.removeEventListener('abort', onAbort)
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        onAbort = () => {
          playback.cancelled = true
          controller.error(signal?.reason)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
      },
      async pull(controller) {
        if (paced) await nextMacrotask()
        if (signal?.aborted) return
        const read = delivered.reads[next]
        if (read) {
          next += 1
          playback.reads += 1
          controller.enqueue(new Uint8Array(read))
        } else if (delivered.end === 'stall') {
          await new Promise(() => {})
        } else {
          settle()
          if (delivered.end === 'reset') controller.error(resetError(delivered.failure))
          else controller.close()
        }
      },
      cancel() {
        playback.cancelled = true
        settle()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Reads a request once, as evidence of what the converter sent. */
export async function noteRequest(playback: Playback, request: Request): Promise<void> {
  const body = request.body ? await request.clone().text() : undefined
  playback.requests.push({
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body === undefined ? {} : { body }),
  })
}
