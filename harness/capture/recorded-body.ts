/** A response body that shows each read to a sink before the client has it. Not here: which response (recording-fetch.ts). */

import type { RecordingEnd } from '../recording/format.ts'
import type { ExchangeSink } from './exchange.ts'

/**
 * Pull-based and without a buffer of its own: it reads when the client reads, so both see the same borders, and an error or a cancel reaches the other
 * side as without us. A byte stream, as fetch gives, for clients with BYOB readers.
 */
export function recordedBody(
  sink: ExchangeSink,
  body: ReadableStream<Uint8Array>,
  endOfError: (error: unknown) => RecordingEnd,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let ended = false
  const end = (how: RecordingEnd) => {
    if (ended) return
    ended = true
    sink.end(how, performance.now())
  }
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      // An abort breaks the body at once, whether or not somebody is reading it.
      reader.closed.catch((error: unknown) => {
        end(endOfError(error))
        controller.error(error)
      })
    },
    async pull(controller) {
      const value = await readOnce(reader)
      if (value === undefined) {
        end({ how: 'complete' })
        controller.close()
        // A pending BYOB read is answered by this: https://streams.spec.whatwg.org/#rs-byob-request-respond
        controller.byobRequest?.respond(0)
      } else {
        if (!ended) sink.read([value], performance.now())
        controller.enqueue(ownBuffer(value))
      }
    },
    cancel(reason) {
      end({ how: 'client-cancel' })
      return reader.cancel(reason)
    },
  })
}

/** The next read with bytes in it; undefined at the end. */
async function readOnce(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return undefined
    if (value.length > 0) return value
  }
}

/** A byte stream takes the whole buffer of what it is given; of a pooled one it gets a copy. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}
