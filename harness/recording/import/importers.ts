/** The registry of foreign formats, in the order they are asked, and reading one file through it. Not here: the formats (one file each). */

import type { Recording } from '../format.ts'
import { ImportError, importedRecording } from './exchange.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer } from './importer.ts'
import { jsonLines } from './json-lines.ts'
import { rawSse } from './raw-sse.ts'

/** The strict ones first; a format that any text could be comes last. */
export const importers: readonly Importer[] = [rawSse, jsonLines]

/** A file, or one exchange of it (`exchange`, from 1), that cannot be read. */
export type Refusal = { reason: string; field?: string; exchange?: number; format?: string }

export type Imported = { recordings: Recording[]; refusals: Refusal[] }

/** Reads a foreign file; a file with n > 1 exchanges gives recordings named `name#k`, k from 1. Never throws for what is in the file. */
export function importFile(file: ForeignFile, name: string): Imported {
  const importer = importers.find((candidate) => candidate.recognise(file))
  if (importer === undefined) return { recordings: [], refusals: [{ reason: 'no importer recognises it' }] }
  const { format } = importer
  try {
    return collect(file, name, importer)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const field = error instanceof ImportError ? error.field : undefined
    return { recordings: [], refusals: [{ reason, format, ...(field !== undefined && { field }) }] }
  }
}

function collect(file: ForeignFile, name: string, importer: Importer): Imported {
  const exchanges = importer.read(file)
  const { format } = importer
  if (exchanges.length === 0) throw new ImportError('holds no exchange')
  const imported: Imported = { recordings: [], refusals: [] }
  for (const [k, exchange] of exchanges.entries()) {
    if ('refused' in exchange) {
      const { refused: reason, ...place } = exchange
      imported.refusals.push({ reason, format, ...place, ...(exchanges.length > 1 && { exchange: k + 1 }) })
    } else {
      const recording = importedRecording(exchange, format, file.path)
      imported.recordings.push({
        ...recording,
        name: exchanges.length > 1 ? `${name}#${k + 1}` : name,
        path: file.path,
      })
    }
  }
  return imported
}
