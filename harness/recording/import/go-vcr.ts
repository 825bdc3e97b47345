/** Cassettes of go-vcr: one text a body, times for the whole exchange only, in some projects no response headers. */

import { bodyBytes, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer, RefusedExchange } from './importer.ts'

export const goVcr: Importer = {
  format: 'go-vcr',
  recognise: (file) =>
    interactionsOf(file).some(
      (one) => numberAt(one, 'response', 'code') !== undefined && at(one, 'request', 'url') !== undefined,
    ),
  read: (file) => interactionsOf(file).map(exchangeOf),
}

function interactionsOf(file: ForeignFile): readonly unknown[] {
  return listAt(file.yaml()[0], 'interactions') ?? []
}

function exchangeOf(interaction: unknown, k: number): ForeignExchange | RefusedExchange {
  const request = at(interaction, 'request')
  const response = at(interaction, 'response')
  if (!isFields(response)) return { refused: 'has no response', field: `interactions[${k}].response` }
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'url'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(at(request, 'body')),
    status: numberAt(response, 'code'),
    headers: at(response, 'headers'),
    body: bodyBytes(at(response, 'body')) ?? new Uint8Array(),
  }
}
