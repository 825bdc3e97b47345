/** Files that are an SSE body and nothing else, whatever their ending. The request and the headers were never kept. */

import type { Importer } from './importer.ts'

const firstLine = /^\s*(data|event|id|retry)?:/
const dataLine = /(^|[\r\n])data:/

export const rawSse: Importer = {
  format: 'raw-sse',
  recognise(file) {
    const text = file.text()
    return text !== undefined && firstLine.test(text) && dataLine.test(text) && file.json() === undefined
  },
  // The content type is not in the file; the body itself says it.
  read: (file) => [{ headers: { 'content-type': 'text/event-stream' }, body: file.bytes }],
}
