/** Cassettes of Ruby's VCR and of its R port, which share `http_interactions`. Not here: vcrpy and go-vcr, whose keys differ. */

import { base64Bytes, bodyBytes, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer, RefusedExchange } from './importer.ts'

/** `recorded_with: VCR-vcr/2.1.0` is R, `VCR 6.4.0` is Ruby. */
function isR(file: ForeignFile): boolean {
  return (textAt(file.yaml()[0] ?? file.json(), 'recorded_with') ?? '').includes('vcr')
}

export const rubyVcr: Importer = {
  format: 'ruby-vcr',
  recognise: (file) => interactionsOf(file).length > 0 && !isR(file),
  read: (file) => interactionsOf(file).map(exchangeOf),
}

export const rVcr: Importer = {
  format: 'r-vcr',
  recognise: (file) => interactionsOf(file).length > 0 && isR(file),
  read: (file) => interactionsOf(file).map(exchangeOf),
}

function interactionsOf(file: ForeignFile): readonly unknown[] {
  return listAt(file.yaml()[0] ?? file.json(), 'http_interactions') ?? []
}

function exchangeOf(interaction: unknown, k: number): ForeignExchange | RefusedExchange {
  const request = at(interaction, 'request')
  const response = at(interaction, 'response')
  const status =
    numberAt(response, 'status', 'code') ??
    numberAt(response, 'status', 'status_code') ??
    numberAt(response, 'status')
  if (!isFields(response) || status === undefined) {
    return { refused: 'has no response with a status', field: `http_interactions[${k}].response` }
  }
  if (at(response, 'body', 'file') === true || at(response, 'body', 'on_disk') === true) {
    return { refused: 'keeps its body in another file', field: `http_interactions[${k}].response.body` }
  }
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'uri'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(storedBody(at(request, 'body'))),
    status,
    headers: at(response, 'headers'),
    body: bodyBytes(storedBody(at(response, 'body'))) ?? new Uint8Array(),
  }
}

/** `{ encoding, string }`, `{ base64_string }`, or the text itself. */
function storedBody(body: unknown): unknown {
  return isFields(body) ? (body['string'] ?? base64Bytes(textAt(body, 'base64_string'))) : body
}
