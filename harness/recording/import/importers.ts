/** The registry of foreign formats, in the order they are asked, and reading one file through it. Not here: the formats (one file each). */

import type { Recording } from '../format.ts'
import { type ForeignExchange, ImportError, importedRecording } from './exchange.ts'
import type { ForeignFile } from './foreign-file.ts'
import type { Importer, RefusedExchange, WholeRecording } from './importer.ts'
import { aimock } from './aimock.ts'
import { ddApm } from './dd-apm.ts'
import { geminiCli } from './gemini-cli.ts'
import { goVcr } from './go-vcr.ts'
import { har } from './har.ts'
import { httpRecorder } from './http-recorder.ts'
import { httpmock } from './httpmock.ts'
import { httprr } from './httprr.ts'
import { jsonBody } from './json-body.ts'
import { jsonLines } from './json-lines.ts'
import { llamaStack } from './llama-stack.ts'
import { mastra } from './mastra.ts'
import { nock } from './nock.ts'
import { rawSse } from './raw-sse.ts'
import { reqLlm } from './req-llm.ts'
import { statusBody } from './status-body.ts'
import { streamproofHar } from './streamproof-har.ts'
import { testServer } from './test-server.ts'
import { vcrpy } from './vcrpy.ts'
import { grpc, webSocket } from './not-http.ts'
import { rubyVcr, rVcr } from './vcr.ts'

/** The strict ones first; a format that any text could be comes last. */
export const importers: readonly Importer[] = [
  streamproofHar,
  har,
  reqLlm,
  mastra,
  aimock,
  llamaStack,
  testServer,
  ddApm,
  nock,
  statusBody,
  vcrpy,
  goVcr,
  rubyVcr,
  rVcr,
  httpRecorder,
  httpmock,
  httprr,
  webSocket,
  grpc,
  geminiCli,
  rawSse,
  jsonLines,
  jsonBody,
]

/** A file, or one exchange of it (`exchange`, from 1), that cannot be read. */
export type Refusal = { reason: string; field?: string; exchange?: number; format?: string }

export type Imported = { recordings: Recording[]; refusals: Refusal[] }

/** Reads a foreign file; a file with n > 1 exchanges gives recordings named `name#k`, k from 1. Never throws for what is in the file. */
export function importFile(file: ForeignFile, name: string): Imported {
  const importer = importers.find((candidate) => candidate.recognise(file))
  if (importer === undefined) {
    const reason = file.bytes.length === 0 ? 'is empty' : file.syntaxError()
    return { recordings: [], refusals: [{ reason: reason ?? 'no importer recognises it' }] }
  }
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
  const many = exchanges.length > 1
  for (const [k, exchange] of exchanges.entries()) {
    const result = 'refused' in exchange ? exchange : attempt(exchange, format, file.path)
    if ('refused' in result) {
      const { refused: reason, ...place } = result
      imported.refusals.push({ reason, format, ...place, ...(many && { exchange: k + 1 }) })
    } else {
      imported.recordings.push({ ...result, name: many ? `${name}#${k + 1}` : name, path: file.path })
    }
  }
  return imported
}

function attempt(
  exchange: ForeignExchange | WholeRecording,
  format: string,
  source: string,
): Recording | RefusedExchange {
  if ('recording' in exchange) return { name: '', ...exchange.recording }
  try {
    return importedRecording(exchange, format, source)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { refused: error.message, ...(error.field !== undefined && { field: error.field }) }
  }
}
