/** recording.json as text: one order of keys, two spaces, the chunk table in few lines, so that two versions of a recording can be compared by eye. */

import type { ChunkEntry, RecordingFile } from './format.ts'

const keyOrder: Readonly<Record<string, readonly string[]>> = {
  '': [
    'format',
    'wire',
    'title',
    'request',
    'response',
    'end',
    'borders',
    'framing',
    'provenance',
    'redactions',
  ],
  request: ['method', 'url', 'headers', 'body'],
  response: ['status', 'headers', 'body', 'decoded', 'chunks'],
}
const lineWidth = 100

/** The text of recording.json, with a line end at the end. */
export function recordingText(file: RecordingFile): string {
  const { response } = file
  const bare = response === undefined ? file : { ...file, response: { ...response, chunks: [] } }
  const text = JSON.stringify(ordered(bare, ''), null, 2)
  return `${text.replace(/^ {4}"chunks": \[\]$/m, () => `    "chunks": ${chunkTable(response?.chunks ?? [])}`)}\n`
}

function ordered(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const order = keyOrder[name] ?? []
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  const keys = Object.keys(value)
  if (name === 'headers') keys.sort()
  else keys.sort((a, b) => rank(a) - rank(b))
  return Object.fromEntries(keys.map((key) => [key, ordered(Reflect.get(value, key), key)]))
}

/** Pairs packed into lines of about 100 characters, indented for `response.chunks`. */
function chunkTable(chunks: readonly ChunkEntry[]): string {
  const lines: string[] = []
  for (const [bytes, milliseconds] of chunks) {
    const pair = `[${bytes}, ${milliseconds}]`
    const last = lines.at(-1)
    if (last !== undefined && last.length + pair.length + 2 <= lineWidth)
      lines[lines.length - 1] = `${last}, ${pair}`
    else lines.push(pair)
  }
  return lines.length === 0 ? '[]' : `[\n${lines.map((line) => `      ${line}`).join(',\n')}\n    ]`
}
