/** A file that is an answer's JSON body and nothing else: a non-streamed answer, Gemini's list of payloads, or a list of chunks without frames. */

import { detectWire } from './detect-wire.ts'
import { isFields } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer } from './importer.ts'
import { synthesise } from './synthesise.ts'

export const jsonBody: Importer = {
  format: 'json-body',
  recognise: (file) => file.json() !== undefined && detectWire({ body: file.bytes }) !== undefined,
  read(file) {
    const list = chunkList(file)
    // Gemini answers `streamGenerateContent` without `alt=sse` with such a list, so the file is the body.
    if (list === undefined || detectWire({ body: file.bytes }) === 'gemini') {
      return [{ headers: { 'content-type': 'application/json' }, body: file.bytes }]
    }
    const { body, contentType } = synthesise(list.map((chunk) => JSON.stringify(chunk)))
    return [{ headers: { 'content-type': contentType }, body, framing: 'synthesised' }]
  },
}

function chunkList(file: ForeignFile): unknown[] | undefined {
  const value = file.json()
  return Array.isArray(value) && value.every(isFields) ? value : undefined
}
