/** Recordings of Google's test-server: the payload of each event is parsed, so the frames are written anew. */

import { requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, listAt, numberAt, textAt } from './fields.ts'
import type { Importer, RefusedExchange } from './importer.ts'
import { plainHeaders } from './exchange.ts'
import { synthesise } from './synthesise.ts'

export const testServer: Importer = {
  format: 'google-test-server',
  recognise: (file) =>
    textAt(file.json(), 'recordID') !== undefined && listAt(file.json(), 'interactions') !== undefined,
  read: (file) => (listAt(file.json(), 'interactions') ?? []).map(exchangeOf),
}

function exchangeOf(interaction: unknown, k: number): ForeignExchange | RefusedExchange {
  const [request, response] = [at(interaction, 'request'), at(interaction, 'response')]
  const segments = listAt(response, 'bodySegments')
  if (segments === undefined)
    return { refused: 'has no body segments', field: `interactions[${k}].response.bodySegments` }
  const headers = plainHeaders(at(response, 'headers'))
  return {
    method: textAt(request, 'method'),
    url: `${originOf(request)}${textAt(request, 'url') ?? ''}`,
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(listAt(request, 'bodySegments')?.[0]),
    status: numberAt(response, 'statusCode'),
    headers,
    body: bodyOf(segments, headers['content-type'] ?? ''),
    framing: 'synthesised',
  }
}

function bodyOf(segments: readonly unknown[], contentType: string): Uint8Array {
  const texts = segments.map((segment) => JSON.stringify(segment))
  if (contentType.includes('event-stream')) return synthesise(texts).body
  return Buffer.from(texts.length > 1 ? `[${texts.join(',\n')}]` : (texts[0] ?? ''))
}

function originOf(request: unknown): string {
  const host = textAt(request, 'serverAddress')
  return host === undefined ? '' : `${textAt(request, 'protocol') ?? 'https'}://${host}`
}
