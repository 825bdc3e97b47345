/** Cassettes of Rust's httpmock: one YAML document an exchange, `when` and `then`. The host is not kept, so a URL is a path. */

import { base64Bytes, bodyBytes, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, isFields, listAt, numberAt, textAt } from './fields.ts'
import type { Importer, RefusedExchange } from './importer.ts'

export const httpmock: Importer = {
  format: 'httpmock',
  recognise: (file) =>
    file.yaml().some((document) => isFields(at(document, 'when')) && isFields(at(document, 'then'))),
  read: (file) =>
    file
      .yaml()
      .filter((document) => document !== null)
      .map(exchangeOf),
}

function exchangeOf(document: unknown, k: number): ForeignExchange | RefusedExchange {
  const [when, then] = [at(document, 'when'), at(document, 'then')]
  const status = numberAt(then, 'status')
  if (status === undefined) return { refused: 'has no `then.status`', field: `document ${k + 1}` }
  return {
    method: textAt(when, 'method'),
    url: `${textAt(when, 'path') ?? ''}${queryOf(when)}`,
    requestHeaders: at(when, 'header'),
    requestBody: requestBytes(storedBody(when)),
    status,
    headers: at(then, 'header'),
    body: bodyBytes(storedBody(then)) ?? new Uint8Array(),
  }
}

function queryOf(when: unknown): string {
  const pairs = (listAt(when, 'query_param') ?? []).map((one): [string, string] => [
    textAt(one, 'name') ?? '',
    textAt(one, 'value') ?? '',
  ])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function storedBody(message: unknown): unknown {
  const body = at(message, 'body')
  if (textAt(message, 'body_encoding') !== 'base64') return body
  return typeof body === 'string' ? base64Bytes(body) : body
}
