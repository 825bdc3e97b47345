/** Recordings as a module of msw handlers (https://mswjs.io) that needs nothing but msw: they answer with the same bytes in the same reads. */

import { utf8 } from '../body-file.ts'
import type { Recording, RecordingEnd } from '../format.ts'

/** The source of a JavaScript module, valid as TypeScript; it exports `handlers` and `replayHandlers({ pace })`. */
export function toMswModule(recordings: readonly Recording[]): string {
  const exchanges = recordings.map((recording) => `  ${JSON.stringify(exchangeOf(recording))},`)
  return `${header}const exchanges = [\n${exchanges.join('\n')}\n]\n${runtime}`
}

/** How a client sees an end: the body closes, breaks, or never came. */
const endings: Readonly<Record<RecordingEnd['how'], 'close' | 'break' | 'refuse'>> = {
  complete: 'close',
  'client-cancel': 'close',
  reset: 'break',
  'premature-end': 'break',
  timeout: 'break',
  'process-exit': 'break',
  killed: 'break',
  'no-response': 'refuse',
}

/** Headers of the body as it was sent; the one that is replayed is decoded and chunked. */
const droppedHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection'])

function exchangeOf({ name, request, response, end }: Recording): object {
  const headers = Object.entries(response?.headers ?? {}).filter(([name]) => !droppedHeaders.has(name))
  return {
    name,
    method: request.method,
    url: request.url.replace(/[?#].*/s, ''),
    // A status below 200 is not one a handler can answer with.
    end: (response?.status ?? 0) < 200 ? 'refuse' : endings[end.how],
    status: response?.status ?? 0,
    headers: Object.fromEntries(headers),
    reads: response === undefined ? [] : readsOf(response),
  }
}

/** `[milliseconds, text]`, or `[milliseconds, { base64 }]` where a read is not whole UTF-8. */
function readsOf({ body, chunks }: NonNullable<Recording['response']>): [number, unknown][] {
  let start = 0
  return chunks.map(([length, milliseconds]) => {
    const read = body.subarray(start, start + length)
    start += length
    return [milliseconds, utf8(read) ?? { base64: Buffer.from(read).toString('base64') }]
  })
}

const header = `// Written by \`streamproof export --format msw\`; do not edit.
// @ts-nocheck
// Exchanges with the same method and url are answered in order.
import { http, HttpResponse } from 'msw'

`

const runtime = String.raw`
const withoutBody = new Set([204, 205, 304])

/** @param {{ pace?: boolean }} [options] pace: wait between reads as long as it took when they were recorded */
export function replayHandlers({ pace = false } = {}) {
  const groups = new Map()
  for (const exchange of exchanges) {
    const key = exchange.method + ' ' + exchange.url
    groups.set(key, [...(groups.get(key) ?? []), exchange])
  }
  return [...groups.values()].map((group) => {
    let next = 0
    return http.all(pattern(group[0].url), ({ request }) => {
      if (request.method !== group[0].method) return undefined
      const exchange = group[Math.min(next, group.length - 1)]
      next += 1
      return answer(exchange, pace)
    })
  })
}

export const handlers = replayHandlers()

function pattern(/** @type {string} */ url) {
  const escaped = url.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp((url.startsWith('/') ? '^[a-z]+://[^/]+' : '^') + escaped + '(?:[?#].*)?$')
}

function answer(exchange, pace) {
  const { status, headers, reads, end } = exchange
  if (end === 'refuse') return HttpResponse.error()
  if (withoutBody.has(status)) return new HttpResponse(null, { status, headers })
  let next = 0
  const body = new ReadableStream(
    {
      async pull(controller) {
        const read = reads[next]
        next += 1
        // Reads that are written in one macrotask are merged into one.
        await new Promise((resolve) => (pace && read ? setTimeout(resolve, read[0]) : setImmediate(resolve)))
        if (read) controller.enqueue(bytesOf(read[1]))
        else if (end === 'close') controller.close()
        else controller.error(new TypeError('terminated'))
      },
    },
    { highWaterMark: 0 },
  )
  // Only a chunked body may break off; otherwise msw ends it as if it were complete.
  return new HttpResponse(body, { status, headers: { ...headers, 'transfer-encoding': 'chunked' } })
}

function bytesOf(read) {
  return new Uint8Array(typeof read === 'string' ? Buffer.from(read) : Buffer.from(read.base64, 'base64'))
}
`
