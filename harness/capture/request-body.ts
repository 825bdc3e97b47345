/** The body of a fetch call, shown to a sink as it is sent and sent as it was given. Not here: the answer's body (recorded-body.ts). */

import type { ExchangeSink } from './exchange.ts'

type Sent = {
  /** The init to send with; another one only where its body is a stream. */
  init: RequestInit | undefined
  /** The sink has the whole body, as far as it was given whole. */
  done: Promise<void>
}

const noWait = Promise.resolve()

export function bodyOfRequest(
  sink: ExchangeSink,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Sent {
  const body = init?.body ?? undefined
  const finish = () => sink.requestEnd(performance.now())
  if (body instanceof ReadableStream)
    return { init: { ...init, body: shownStream(body, sink, finish) }, done: noWait }
  if (isAsyncIterable(body))
    return { init: { ...init, body: shownIterable(body, sink, finish) as never }, done: noWait }
  const bytes = bytesNow(body)
  if (bytes !== undefined) {
    sink.requestBody(bytes)
    finish()
    return { init, done: noWait }
  }
  const later = body === undefined ? bytesOfRequest(input) : new Response(body).bytes()
  return { init, done: showLater(later, sink, finish) }
}

/** Bodies that are in memory; nothing for forms and blobs, which are read asynchronously. */
function bytesNow(body: BodyInit | undefined): Uint8Array | undefined {
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof URLSearchParams) return Buffer.from(body.toString())
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  return undefined
}

/** A Request is read through a clone, so that its own body is there to be sent. */
function bytesOfRequest(input: Parameters<typeof fetch>[0]): Promise<Uint8Array> | undefined {
  if (!(input instanceof Request) || input.body === null || input.bodyUsed) return undefined
  return input.clone().bytes()
}

async function showLater(
  bytes: Promise<Uint8Array> | undefined,
  sink: ExchangeSink,
  finish: () => void,
): Promise<void> {
  try {
    if (bytes !== undefined) sink.requestBody(await bytes)
  } catch {
    // The body failed to be read, as it will for fetch; what is recorded is that nothing was sent.
  }
  finish()
}

function shownStream(
  body: ReadableStream<Uint8Array>,
  sink: ExchangeSink,
  finish: () => void,
): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      {
        transform(piece, controller) {
          sink.requestBody(piece)
          controller.enqueue(piece)
        },
        flush: finish,
      },
      undefined,
      { highWaterMark: 0 },
    ),
  )
}

async function* shownIterable(
  body: AsyncIterable<Uint8Array>,
  sink: ExchangeSink,
  finish: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    sink.requestBody(Buffer.from(piece))
    yield piece
  }
  finish()
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return (
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && !(value instanceof Blob)
  )
}
