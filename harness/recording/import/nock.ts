/** Fixtures of nock (recorder and nock back): a list of interceptors, binary answers as hex. */

import { bodyBytes, hexBytes, isHex, joined, requestBytes } from './body-bytes.ts'
import { type ForeignExchange, plainHeaders } from './exchange.ts'
import { at, isFields, numberAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer } from './importer.ts'

export const nock: Importer = {
  format: 'nock',
  recognise: (file) =>
    interceptorsOf(file).some((one) => textAt(one, 'scope') !== undefined && at(one, 'status') !== undefined),
  read: (file) => interceptorsOf(file).map(exchangeOf),
}

function interceptorsOf(file: ForeignFile): readonly unknown[] {
  const value = file.json()
  return Array.isArray(value) ? value : []
}

function exchangeOf(one: unknown): ForeignExchange {
  const headers = at(one, 'rawHeaders') ?? at(one, 'headers')
  return {
    method: textAt(one, 'method'),
    url: `${(textAt(one, 'scope') ?? '').replace(/(?<=^https:.*):443$|(?<=^http:.*):80$/, '')}${textAt(one, 'path') ?? ''}`,
    requestHeaders: at(one, 'reqheaders'),
    requestBody: requestBytes(at(one, 'body')),
    status: numberAt(one, 'status'),
    headers,
    ...answerOf(at(one, 'response'), at(one, 'responseIsBinary') === true || isCompressed(headers)),
  }
}

/** A compressed answer is a list of hex texts, one for each read; what nock could parse is a JSON value, its spelling lost. */
function answerOf(
  response: unknown,
  isBinary: boolean,
): Pick<ForeignExchange, 'body' | 'chunks' | 'borders' | 'framing'> {
  const list: readonly unknown[] = Array.isArray(response) ? response : []
  const reads = list.filter((item): item is string => typeof item === 'string' && isHex(item))
  if (list.length > 0 && reads.length === list.length)
    return { ...joined(reads.map(hexBytes)), borders: 'client' }
  if (typeof response === 'string') {
    return { body: isBinary && isHex(response) ? hexBytes(response) : Buffer.from(response) }
  }
  const body = bodyBytes(response) ?? new Uint8Array()
  return { body, framing: isFields(response) || list.length > 0 ? 'synthesised' : 'captured' }
}

function isCompressed(headers: unknown): boolean {
  return plainHeaders(headers)['content-encoding'] !== undefined
}
