/** Recordings of opencode's http-recorder: one text a body, content-type the only header. */

import { base64Bytes, bodyBytes, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, listAt, numberAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer, RefusedExchange } from './importer.ts'

export const httpRecorder: Importer = {
  format: 'opencode-http-recorder',
  recognise: (file) =>
    interactionsOf(file).some(
      (one) => typeof at(one, 'response', 'status') === 'number' && at(one, 'request', 'url') !== undefined,
    ),
  read: (file) => interactionsOf(file).map(exchangeOf),
}

function interactionsOf(file: ForeignFile): readonly unknown[] {
  return listAt(file.json(), 'interactions') ?? []
}

function exchangeOf(interaction: unknown, k: number): ForeignExchange | RefusedExchange {
  const [request, response] = [at(interaction, 'request'), at(interaction, 'response')]
  const status = numberAt(response, 'status')
  if (status === undefined)
    return { refused: 'is not an HTTP exchange', field: `interactions[${k}].response.status` }
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'url'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(at(request, 'body')),
    status,
    headers: at(response, 'headers'),
    body: storedBody(response),
  }
}

function storedBody(response: unknown): Uint8Array {
  const body = at(response, 'body')
  const isBase64 = textAt(response, 'bodyEncoding') === 'base64' && typeof body === 'string'
  return (isBase64 ? base64Bytes(body) : bodyBytes(body)) ?? new Uint8Array()
}
