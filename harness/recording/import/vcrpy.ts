/** Cassettes of Python's vcrpy, YAML or JSON, in its dialects. Bodies are whole texts or bytes, often still compressed; there are no read borders. */

import { base64Bytes, bodyBytes, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, type Fields, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer, RefusedExchange } from './importer.ts'

export const vcrpy: Importer = {
  format: 'vcrpy',
  recognise: (file) =>
    interactionsOf(file).some(
      (one) => statusOf(at(one, 'response')) !== undefined && at(one, 'request', 'uri') !== undefined,
    ),
  read: (file) => interactionsOf(file).map(exchangeOf),
}

function interactionsOf(file: ForeignFile): readonly unknown[] {
  return listAt(file.yaml()[0] ?? file.json(), 'interactions') ?? []
}

/** `status: { code }`, or `status_code` where the cassette was written by the httpx stub. */
function statusOf(response: unknown): number | undefined {
  return numberAt(response, 'status', 'code') ?? numberAt(response, 'status_code')
}

function exchangeOf(interaction: unknown, k: number): ForeignExchange | RefusedExchange {
  const response = at(interaction, 'response')
  const status = statusOf(response)
  if (!isFields(response) || status === undefined) {
    return { refused: 'is not an HTTP exchange with a response', field: `interactions[${k}].response` }
  }
  const request = at(interaction, 'request')
  // pydantic-ai replaces a JSON body by its parsed value, in requests and answers alike; streams stay text.
  const parsed = at(response, 'parsed_body')
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'uri'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(storedBody(request) ?? at(request, 'parsed_body')),
    status,
    headers: at(response, 'headers'),
    body: bodyBytes(storedBody(response) ?? parsed) ?? new Uint8Array(),
    framing: storedBody(response) === undefined && parsed !== undefined ? 'synthesised' : 'captured',
  }
}

/** `body: { string }`, `body: { base64_string }`, `body` itself, or `content` (httpx stub). */
function storedBody(message: unknown): unknown {
  const body = at(message, 'body')
  if (isFields(body)) return fieldsBody(body)
  return body ?? at(message, 'content')
}

function fieldsBody(body: Fields): unknown {
  return body['string'] ?? base64Bytes(textAt(body, 'base64_string')) ?? undefined
}
