/** One exchange as an importer found it, and its way to a Recording: headers made plain, content encoding undone, the wire told. Not here: the formats. */

import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { ChunkEntry, Recording } from '../format.ts'
import { isFields } from './fields.ts'
import { detectFraming } from '../../wire/framing/framing.ts'
import { contentTypeOf, utf8 } from '../body-file.ts'
import { detectWire } from './detect-wire.ts'

export type ForeignExchange = {
  /** Default `POST`. */
  method?: string | undefined
  /** As stored: absolute, a path, or absent where the source kept no request. */
  url?: string | undefined
  requestHeaders?: unknown
  requestBody?: Uint8Array | undefined
  /** Default 200. */
  status?: number | undefined
  /** An object of texts or lists, or a list of pairs; see `plainHeaders`. */
  headers?: unknown
  body: Uint8Array
  /** Real read borders, where the source kept them. */
  chunks?: ChunkEntry[] | undefined
  borders?: Recording['borders'] | undefined
  framing?: Recording['framing'] | undefined
}

/** Why one exchange, or a whole file, cannot be read. */
export class ImportError extends Error {
  /** Path inside the file, e.g. `interactions[2].response.body`. */
  readonly field?: string

  constructor(reason: string, field?: string) {
    super(reason)
    this.name = 'ImportError'
    if (field !== undefined) this.field = field
  }
}

/** The recording of an exchange, still without its name. `source` is the file's path, relative to the folder the user named. */
export function importedRecording(exchange: ForeignExchange, format: string, source: string): Recording {
  const status = exchange.status ?? 200
  if (!Number.isInteger(status) || status < 100 || status > 599)
    throw new ImportError(`has the status ${status}`, 'status')
  const headers = keptHeaders(exchange)
  const { body, decoded } = undoEncoding(new Uint8Array(exchange.body), headers['content-encoding'])
  const kept = decoded === undefined ? exchange.chunks : undefined
  const url = exchange.url ?? ''
  const requestBody = exchange.requestBody && new Uint8Array(exchange.requestBody)
  const contentType = headers['content-type']
  const wire = detectWire({
    url,
    body,
    path: source,
    ...(requestBody && { requestBody }),
    ...(contentType && { contentType }),
  })
  return {
    name: '',
    ...(wire && { wire }),
    request: {
      method: (exchange.method ?? 'POST').toUpperCase(),
      url,
      headers: plainHeaders(exchange.requestHeaders),
      ...(requestBody && { body: requestBody }),
    },
    response: {
      status,
      headers,
      body,
      ...(decoded !== undefined && { decoded }),
      chunks: kept ?? (body.length === 0 ? [] : [[body.length, 0]]),
    },
    end: { how: 'complete' },
    borders: kept === undefined ? 'unknown' : (exchange.borders ?? 'wire'),
    framing: exchange.framing ?? 'captured',
    provenance: { kind: 'imported', format, source },
    redactions: [],
  }
}

/** The response headers; where the source kept none at all, the content type its body shows, since clients read by it. */
function keptHeaders(exchange: ForeignExchange): Record<string, string> {
  const headers = plainHeaders(exchange.headers)
  if (Object.keys(headers).length > 0 || exchange.body.length === 0) return headers
  return { 'content-type': contentTypeOf(exchange.body) }
}

/**
 * Headers of any tool as lower-case names with one text each. Understands `{ name: text | list }`, `[[name, value]]`,
 * `[{ name, value }]` (HAR) and the flat list `[name, value, name, value]` (nock). Repeated headers are joined by `, `.
 */
export function plainHeaders(headers: unknown): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of headerPairs(headers)) {
    const key = name.toLowerCase()
    plain[key] = plain[key] === undefined ? value : `${plain[key]}, ${value}`
  }
  return plain
}

function headerPairs(headers: unknown): [string, string][] {
  if (headers instanceof Map) return headerPairs([...headers])
  if (isFields(headers)) return Object.entries(headers).flatMap(([name, value]) => pair(name, value))
  if (!Array.isArray(headers)) return []
  const list: readonly unknown[] = headers
  if (list.every((item) => typeof item === 'string')) {
    return list.flatMap((name, k) => (k % 2 === 0 ? pair(name, list[k + 1]) : []))
  }
  return list.flatMap((item: unknown) => {
    if (Array.isArray(item)) return pair(item[0], item[1])
    return isFields(item) ? pair(item['name'] ?? item['Name'], item['value']) : []
  })
}

function pair(name: unknown, value: unknown): [string, string][] {
  if (typeof name !== 'string' || name === '') return []
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = values.flatMap((item) => {
    if (item instanceof Uint8Array) return [Buffer.from(item).toString('utf8')]
    return typeof item === 'string' || typeof item === 'number' ? [String(item)] : []
  })
  return texts.length === 0 ? [] : [[name, texts.join(', ')]]
}

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  deflate: (body) => (((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body) : inflateRawSync(body)),
}

/** Most tools undo the encoding themselves and leave its header standing: then only the note is ours. */
function undoEncoding(
  body: Uint8Array,
  encoding: string | undefined,
): { body: Uint8Array; decoded?: string } {
  const decoded = encoding?.trim().toLowerCase() ?? ''
  const decode = body.length === 0 ? undefined : decoders[decoded]
  if (decode === undefined) return { body }
  if (isPlain(body)) return { body, decoded }
  try {
    return { body: new Uint8Array(decode(body)), decoded }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ImportError(`has a body that is neither plain nor valid ${decoded}: ${why}`, 'content-encoding')
  }
}

function isPlain(body: Uint8Array): boolean {
  return (
    detectFraming(body) !== undefined || (utf8(body) !== undefined && /^\s*[{[<\w"]/.test(utf8(body) ?? ''))
  )
}
