/** What a stored body is called on disk, by content type and by its own first bytes. Not here: splitting a body into events (harness/wire/framing). */

const byType: readonly [RegExp, string][] = [
  [/event-stream/, 'sse'],
  [/amazon\.eventstream/, 'eventstream'],
  [/ndjson|jsonl|json-lines|json-seq/, 'ndjson'],
  [/json/, 'json'],
  [/^text\//, 'txt'],
]

/** `body.sse`, `body.json`, ...: the extension by which a person opens the file. */
export function responseFileName(body: Uint8Array, contentType?: string): string {
  return `body.${extensionByType(contentType) ?? extensionByContent(body)}`
}

/** `request.json`, `request.txt` or `request.bin`. */
export function requestFileName(body: Uint8Array): string {
  const extension = extensionByContent(body)
  return `request.${extension === 'json' || extension === 'bin' ? extension : 'txt'}`
}

const contentTypes: Readonly<Record<string, string>> = {
  sse: 'text/event-stream',
  eventstream: 'application/vnd.amazon.eventstream',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
}

/** The content type a body shows by itself. */
export function contentTypeOf(body: Uint8Array): string {
  return contentTypes[extensionByContent(body)] ?? 'application/octet-stream'
}

function extensionByType(contentType: string | undefined): string | undefined {
  const type = contentType?.toLowerCase() ?? ''
  return byType.find(([pattern]) => pattern.test(type))?.[1]
}

function extensionByContent(body: Uint8Array): string {
  if (looksLikeEventstream(body)) return 'eventstream'
  const text = utf8(body)
  if (text === undefined) return 'bin'
  if (/^\uFEFF?\s*(data|event|id|retry)?:/.test(text)) return 'sse'
  if (isJson(text)) return 'json'
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every(isJson) ? 'ndjson' : 'txt'
}

/** The prelude of an AWS event stream message: total length, headers length, CRC; the first message is inside the body. */
function looksLikeEventstream(body: Uint8Array): boolean {
  if (body.length < 16) return false
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const total = view.getUint32(0)
  return total >= 16 && total <= body.length && view.getUint32(4) <= total - 16
}

/** The text of a body, or nothing where it is not UTF-8. A byte order mark is kept. */
export function utf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
