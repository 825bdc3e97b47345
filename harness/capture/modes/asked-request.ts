/** A request that is about to be made, read whole and redacted as a recorded one is. Not here: comparing it (normalise.ts). */

import type { Recording } from '../../recording/format.ts'
import type { Redactor } from '../redactor.ts'

/** Reads a copy; the request itself can still be sent. */
export async function askedRequest(request: Request, redactor: Redactor): Promise<Recording['request']> {
  const { method, url, headers } = request
  const body = new Uint8Array(await request.clone().arrayBuffer())
  const exchange = redactor.exchange({ method, url, headers: Object.fromEntries(headers) })
  const streamed = Buffer.concat([exchange.requestBody.feed(body), exchange.requestBody.end()])
  const { request: redacted } = exchange.recording({
    name: 'asked',
    request: { ...exchange.request, ...(streamed.length > 0 ? { body: streamed } : {}) },
    end: { how: 'no-response', reason: 'it was not sent' },
    borders: 'unknown',
    framing: 'captured',
    provenance: {
      kind: 'captured',
      from: 'this process',
      tool: 'streamproof',
      at: new Date(0).toISOString(),
    },
    redactions: [],
  })
  return redacted
}
