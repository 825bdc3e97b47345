/** Fixtures of Elixir's req_llm: the network reads of a stream as base64, or a buffered answer. */

import { base64Bytes, bodyBytes, joined, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { Importer } from './importer.ts'

export const reqLlm: Importer = {
  format: 'req-llm',
  recognise(file) {
    const value = file.json()
    const request = at(value, 'request')
    return isFields(request) && ('canonical_json' in request || textAt(request, 'body', 'b64') !== undefined)
  },
  read(file) {
    const value = file.json()
    const request = at(value, 'request')
    return [
      {
        method: textAt(request, 'method'),
        url: textAt(request, 'url'),
        requestHeaders: at(request, 'headers'),
        requestBody:
          base64Bytes(textAt(request, 'body', 'b64')) ?? requestBytes(at(request, 'canonical_json')),
        status: numberAt(value, 'response', 'status'),
        headers: at(value, 'response', 'headers'),
        ...answerOf(value),
      },
    ]
  },
}

function answerOf(value: unknown): Pick<ForeignExchange, 'body' | 'chunks' | 'framing'> {
  const chunks = listAt(value, 'chunks')
  if (chunks !== undefined && chunks.length > 0) {
    return joined(chunks.map((chunk) => base64Bytes(textAt(chunk, 'b64')) ?? new Uint8Array()))
  }
  const body = at(value, 'response', 'body')
  const stored = base64Bytes(textAt(body, 'b64'))
  if (stored !== undefined) return { body: stored }
  return { body: bodyBytes(body) ?? new Uint8Array(), framing: isFields(body) ? 'synthesised' : 'captured' }
}
