/** Cassettes of Datadog's dd-apm-test-agent: one exchange a file, binary bodies behind `base64:`. */

import { base64Bytes, bodyBytes, requestBytes } from './body-bytes.ts'
import { at, isFields, numberAt, textAt } from './fields.ts'
import type { Importer } from './importer.ts'

export const ddApm: Importer = {
  format: 'dd-apm-test-agent',
  recognise(file) {
    const value = file.json()
    return isFields(at(value, 'request')) && numberAt(value, 'response', 'status', 'code') !== undefined
  },
  read(file) {
    const value = file.json()
    const [request, response] = [at(value, 'request'), at(value, 'response')]
    return [
      {
        method: textAt(request, 'method'),
        url: textAt(request, 'url'),
        requestHeaders: at(request, 'headers'),
        requestBody: requestBytes(storedBody(at(request, 'body'))),
        status: numberAt(response, 'status', 'code'),
        headers: at(response, 'headers'),
        body: bodyBytes(storedBody(at(response, 'body'))) ?? new Uint8Array(),
      },
    ]
  },
}

function storedBody(body: unknown): unknown {
  return typeof body === 'string' && body.startsWith('base64:')
    ? base64Bytes(body.slice('base64:'.length))
    : body
}
