/** One answer a file as `{ status, headers, body }`, without its request. */

import { bodyBytes } from './body-bytes.ts'
import { at, isFields, numberAt } from './fields.ts'
import type { Importer } from './importer.ts'

export const statusBody: Importer = {
  format: 'status-body',
  recognise(file) {
    const value = file.json()
    return (
      isFields(value) &&
      numberAt(value, 'status') !== undefined &&
      isFields(value['headers']) &&
      'body' in value
    )
  },
  read(file) {
    const value = file.json()
    const body = at(value, 'body')
    return [
      {
        status: numberAt(value, 'status'),
        headers: at(value, 'headers'),
        body: bodyBytes(body) ?? new Uint8Array(),
        framing: typeof body === 'string' || body === null ? 'captured' : 'synthesised',
      },
    ]
  },
}
