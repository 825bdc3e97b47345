/** A file of another tool, read once and parsed at most once a syntax, whichever importers look at it. Not here: what the formats mean (one file each). */

import { gunzipSync } from 'node:zlib'
import { utf8 } from '../body-file.ts'
import { parsedJson } from './parsed-json.ts'
import { parseYamlDocuments } from './yaml.ts'

export type ForeignFile = {
  /** Relative to the folder the user named, with `/`. */
  path: string
  /** The file without the gzip some tools put around the whole of it. */
  bytes: Uint8Array
  /** Absent where the bytes are not UTF-8. */
  text(): string | undefined
  /** The whole file as one JSON value; absent where it is none. */
  json(): unknown
  /** The documents of a `.yaml` or `.yml`; none where it does not parse. */
  yaml(): readonly unknown[]
  /** What is wrong with a file whose name promises JSON or YAML; absent where it parses. */
  syntaxError(): string | undefined
}

export function foreignFile(path: string, stored: Uint8Array): ForeignFile {
  const bytes = unzipped(stored)
  const name = path.replace(/\.gz$/, '')
  const text = once(() => utf8(bytes)?.replace(/^\uFEFF/, ''))
  const yaml = once(() => (/\.ya?ml$/.test(name) ? parseYamlDocuments(text() ?? '') : { documents: [] }))
  return {
    path,
    bytes,
    text,
    json: once(() => parsedJson(text())),
    yaml: () => {
      const result = yaml()
      return 'documents' in result ? result.documents : []
    },
    syntaxError: () => {
      const result = yaml()
      if ('error' in result) return `is not YAML: ${result.error}`
      return /\.(json|har)$/.test(name) ? jsonError(text() ?? '') : undefined
    },
  }
}

function unzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return new Uint8Array(gunzipSync(bytes))
  } catch {
    return bytes
  }
}

function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
