/** One JSON chunk per line, as the AI SDK keeps its fixtures: the frames are gone and written anew. An NDJSON body is its own frames and stays as it is. */

import { isFields } from './fields.ts'
import { parsedJson } from './parsed-json.ts'
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
    if (synthesise(lines).contentType === 'application/x-ndjson') {
      return [{ headers: { 'content-type': 'application/x-ndjson' }, body: file.bytes }]
    }
    return answersOf(lines).map((answer) => {
      const { body, contentType } = synthesise(answer)
      return { headers: { 'content-type': contentType }, body, framing: 'synthesised' }
    })
  },
}

const isStart = (type: unknown) => type === 'message_start' || type === 'response.created'
const isEnd = (type: unknown) => type === 'message_stop' || type === 'response.completed'

/**
 * Fixtures of several steps hold one answer behind the other. A new one begins at a `message_start` behind a `message_stop`, at
 * a `response.created` behind a `response.completed`, and where a chat chunk with another id follows a finish.
 */
function answersOf(lines: readonly string[]): string[][] {
  const answers: string[][] = []
  let ended = false
  let id: unknown
  for (const line of lines) {
    const chunk = parsedJson(line)
    const fields = isFields(chunk) ? chunk : {}
    const begins = ended && (isStart(fields['type']) || (isChat(fields) && fields['id'] !== id))
    const current = answers.at(-1)
    if (current === undefined || begins) answers.push([line])
    else current.push(line)
    if (begins) ended = false
    if (isChat(fields)) id = fields['id']
    ended ||= isEnd(fields['type']) || line.includes('"finish_reason":"')
  }
  return answers
}

function isChat(fields: Record<string, unknown>): boolean {
  return Array.isArray(fields['choices']) && typeof fields['id'] === 'string'
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
