/** YAML as recorders write it, with the tags of their languages understood. Not here: what the documents mean. */

import { parseAllDocuments } from 'yaml'

/** Every document of a text as plain values; nothing where one of them does not parse. */
export function parseYamlDocuments(text: string): unknown[] | undefined {
  const documents = parseAllDocuments(text)
  if (!Array.isArray(documents) || documents.some((document) => document.errors.length > 0)) return undefined
  return documents.map((document): unknown => document.toJS())
}
