/** A file of another tool, read once and parsed at most once a syntax, whichever importers look at it. Not here: what the formats mean (one file each). */

import { utf8 } from '../body-file.ts'
import { parseYamlDocuments } from './yaml.ts'

export type ForeignFile = {
  /** Relative to the folder the user named, with `/`. */
  path: string
  bytes: Uint8Array
  /** Absent where the bytes are not UTF-8. */
  text(): string | undefined
  /** The whole file as one JSON value; absent where it is none. */
  json(): unknown
  /** The documents of a YAML file (`.yaml`, `.yml`); absent where it does not parse. */
  yaml(): unknown[] | undefined
}

export function foreignFile(path: string, bytes: Uint8Array): ForeignFile {
  const text = once(() => utf8(bytes)?.replace(/^\uFEFF/, ''))
  return {
    path,
    bytes,
    text,
    json: once(() => parsedJson(text())),
    yaml: once(() => (/\.ya?ml$/.test(path) ? parseYamlDocuments(text() ?? '') : undefined)),
  }
}

/** A JSON text as its value, or nothing where it is not JSON. */
export function parsedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
