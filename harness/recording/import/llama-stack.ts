/** Recordings of llama-stack (ogx): the objects an SDK made of the stream, with defaults filled in. Not the wire: the frames are written anew, and the format says so. */

import { bodyBytes, requestBytes } from './body-bytes.ts'
import { type ForeignExchange, ImportError } from './exchange.ts'
import { at, isFields, textAt } from './fields.ts'
import type { Importer } from './importer.ts'
import { synthesise } from './synthesise.ts'

export const llamaStack: Importer = {
  format: 'llama-stack-sdk-objects',
  recognise(file) {
    const response = at(file.json(), 'response')
    return (
      isFields(response) && ('is_streaming' in response || at(response, 'body', '__type__') !== undefined)
    )
  },
  read(file) {
    const request = at(file.json(), 'request')
    return [
      {
        method: textAt(request, 'method'),
        url: textAt(request, 'url'),
        requestHeaders: at(request, 'headers'),
        requestBody: requestBytes(at(request, 'body')),
        ...answerOf(at(file.json(), 'response', 'body')),
        framing: 'synthesised',
      },
    ]
  },
}

function answerOf(body: unknown): Pick<ForeignExchange, 'body' | 'headers'> {
  if (!Array.isArray(body)) {
    const data = bodyBytes(isFields(body) && '__data__' in body ? body['__data__'] : body)
    return { body: data ?? new Uint8Array(), headers: { 'content-type': 'application/json' } }
  }
  const objects = body.map((object: unknown): unknown => at(object, '__data__'))
  const broken = objects.findIndex((object) => !isFields(object))
  if (broken >= 0) throw new ImportError('is not an SDK object with `__data__`', `response.body[${broken}]`)
  const framed = synthesise(objects.map((object) => JSON.stringify(object)))
  return { body: framed.body, headers: { 'content-type': framed.contentType } }
}
