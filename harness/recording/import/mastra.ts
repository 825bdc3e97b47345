/** Recordings of mastra's llm-recorder: texts exactly as read, with the milliseconds between them. */

import { bodyBytes, joined, requestBytes } from './body-bytes.ts'
import type { ForeignExchange } from './exchange.ts'
import { at, listAt, numberAt, textAt } from './fields.ts'
import type { Importer } from './importer.ts'

export const mastra: Importer = {
  format: 'mastra-llm-recorder',
  recognise: (file) =>
    (listAt(file.json(), 'recordings') ?? []).some(
      (one) => numberAt(one, 'response', 'status') !== undefined,
    ),
  read: (file) => (listAt(file.json(), 'recordings') ?? []).map(exchangeOf),
}

function exchangeOf(recording: unknown): ForeignExchange {
  const [request, response] = [at(recording, 'request'), at(recording, 'response')]
  const chunks = listAt(response, 'chunks')
  const times = (listAt(response, 'chunkTimings') ?? []).map(Number)
  return {
    method: textAt(request, 'method'),
    url: textAt(request, 'url'),
    requestHeaders: at(request, 'headers'),
    requestBody: requestBytes(at(request, 'body')),
    status: numberAt(response, 'status'),
    headers: at(response, 'headers'),
    ...(chunks === undefined
      ? { body: bodyBytes(at(response, 'body')) ?? new Uint8Array() }
      : {
          ...joined(
            chunks.map((chunk) => Buffer.from(String(chunk))),
            times,
          ),
          borders: 'client' as const,
        }),
  }
}
