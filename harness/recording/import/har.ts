/** HTTP archives (HAR 1.2), with what Polly.js does to binary bodies. Times are for the whole answer, so there are no read borders. */

import { base64Bytes, bodyBytes, hexBytes, isHex, requestBytes } from './body-bytes.ts'
import { at, listAt, numberAt, textAt } from './fields.ts'
import { parsedJson } from './parsed-json.ts'
import type { Importer, RefusedExchange } from './importer.ts'
import type { ForeignExchange } from './exchange.ts'

export const har: Importer = {
  format: 'har',
  recognise: (file) => listAt(file.json(), 'log', 'entries') !== undefined,
  read: (file) => (listAt(file.json(), 'log', 'entries') ?? []).map(exchangeOf),
}

function exchangeOf(entry: unknown, k: number): ForeignExchange | RefusedExchange {
  const [request, response] = [at(entry, 'request'), at(entry, 'response')]
  const status = numberAt(response, 'status') ?? 0
  // Browsers write status 0 for a request that was blocked or cancelled before an answer.
  if (status < 100) return { refused: 'was never answered', field: `log.entries[${k}].response.status` }
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'url'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(at(request, 'postData', 'text')),
    status,
    headers: at(response, 'headers'),
    body: contentOf(at(response, 'content')),
  }
}

/** Plain text, base64, or (Polly, for a compressed answer) a JSON list of base64 or hex reads. */
function contentOf(content: unknown): Uint8Array {
  const text = textAt(content, 'text') ?? ''
  const encoded = textAt(content, 'encoding') === 'base64'
  const isBinary = encoded || at(content, '_isBinary') === true
  const reads = isBinary && text.startsWith('[') ? listAt([parsedJson(text)], 0) : undefined
  if (reads !== undefined) {
    const texts = reads.map(String)
    return new Uint8Array(
      Buffer.concat(texts.map((read) => (isHex(read) ? hexBytes(read) : Buffer.from(read, 'base64')))),
    )
  }
  return (encoded ? base64Bytes(text) : bodyBytes(text)) ?? new Uint8Array()
}
