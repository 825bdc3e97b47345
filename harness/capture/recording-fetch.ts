/** Capture by an injected fetch: `recordingFetch` records the reads of the client that uses it, and changes nothing of what it sees. Not here: keeping (recorder.ts), the body's way (recorded-body.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import { createRecorder } from './capture.ts'
import { bodyOfRequest } from './request-body.ts'
import type { ExchangeSink, RequestHead } from './exchange.ts'
import type { Recorder, RecorderOptions } from './recorder.ts'
import { recordedBody } from './recorded-body.ts'

export type RecordingFetchOptions = {
  /** The fetch that does the work; default: the global one at the time of this call. */
  fetch?: typeof fetch | undefined
} & (RecorderOptions | { recorder: Recorder })

/**
 * A fetch that records every exchange it is used for; `hosts` narrows that to providers and those hosts. Its borders are the client's own reads.
 * Recordings are folded when their exchange ends, at the latest when the process exits; a `recorder` of one's own is closed by its owner.
 */
export function recordingFetch(options: RecordingFetchOptions): typeof fetch {
  const inner = options.fetch ?? globalThis.fetch
  const recorder = 'recorder' in options ? options.recorder : ownRecorder(options)
  return async (input, init) => {
    const head = requestHead(input, init)
    const sink = recorder.open(head, performance.now())
    if (sink === undefined) return inner(input, init)
    const sent = bodyOfRequest(sink, input, init)
    const response = await answerOf(sink, () => inner(input, sent.init))
    await sent.done
    return recordedResponse(sink, response)
  }
}

function ownRecorder(options: RecorderOptions): Recorder {
  const recorder = createRecorder({ everything: options.hosts === undefined, borders: 'client', ...options })
  process.once('exit', () => recorder.close())
  return recorder
}

function requestHead(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): RequestHead {
  const request = input instanceof Request ? input : undefined
  const url = input instanceof Request ? input.url : input.toString()
  const headers = new Headers(init?.headers ?? request?.headers)
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  return { method, url: URL.parse(url)?.href ?? url, headers: Object.fromEntries(headers) }
}

async function answerOf(sink: ExchangeSink, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    const end = endOfError(error)
    const reason = end.how === 'reset' && end.reason !== undefined ? end.reason : end.how
    sink.end({ how: 'no-response', reason }, performance.now())
    throw error
  }
}

function recordedResponse(sink: ExchangeSink, response: Response): Response {
  sink.response({ status: response.status, headers: Object.fromEntries(response.headers) }, performance.now())
  if (response.body === null) {
    sink.end({ how: 'complete' }, performance.now())
    return response
  }
  return dressed(recordedBody(sink, response.body, endOfError), response)
}

/** A Response of the same class around another body, that says the same of itself. */
function dressed(body: ReadableStream | Response, like: Response): Response {
  const Class = like.constructor as typeof Response
  const { status, statusText, headers, url, redirected, type } = like
  const response = body instanceof Class ? body : new Class(body, { status, statusText, headers })
  const clone = response.clone.bind(response)
  const own = { url, redirected, type, clone: () => dressed(clone(), like) }
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(response, name, { value, configurable: true })
  }
  return response
}

/** What an error of fetch, or of a read, says about the connection. */
export function endOfError(error: unknown): RecordingEnd {
  const name = error instanceof Error ? error.name : ''
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = codeOf(cause) ?? codeOf(error)
  if (name === 'AbortError') return { how: 'client-cancel' }
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return { how: 'timeout' }
  // undici: the server closed its side before the body was whole.
  if (code === 'UND_ERR_SOCKET') return { how: 'premature-end' }
  const reason = code ?? (error instanceof Error ? error.message : String(error))
  return { how: 'reset', reason }
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
