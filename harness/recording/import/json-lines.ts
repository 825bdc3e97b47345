/** One JSON chunk per line, as the AI SDK keeps its fixtures: the frames are gone and written anew. An NDJSON body is its own frames and stays as it is. */

import { isFields } from './fields.ts'
import { parsedJson } from './foreign-file.ts'
import type { Importer } from './importer.ts'
import { synthesise } from './synthesise.ts'

export const jsonLines: Importer = {
  format: 'json-lines',
  recognise(file) {
    const lines = linesOf(file.text() ?? '')
    const chunks = lines.filter((line) => isFields(parsedJson(line)))
    // Fixtures with a broken line exist, and a converter meets that line as it is.
    if (isChunkFile(file.path)) return chunks.length > 0 && lines.every((line) => line.startsWith('{'))
    return lines.length > 1 && chunks.length === lines.length
  },
  read(file) {
    const lines = linesOf(file.text() ?? '')
    const { body, contentType } = synthesise(lines)
    const headers = { 'content-type': contentType }
    if (contentType === 'application/x-ndjson') return [{ headers, body: file.bytes }]
    return [{ headers, body, framing: 'synthesised' }]
  },
}

function isChunkFile(path: string): boolean {
  return /\.(chunks\.txt|jsonl|ndjson)$/.test(path)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
