/** Fake responses of gemini-cli: a line for each call of the SDK, a stream as the list of its payloads. */

import { at, isFields, listAt, textAt } from './fields.ts'
import type { ForeignFile } from './foreign-file.ts'
import { parsedJson } from './parsed-json.ts'
import type { ForeignExchange } from './exchange.ts'
import type { Importer } from './importer.ts'
import { synthesise } from './synthesise.ts'

export const geminiCli: Importer = {
  format: 'gemini-cli',
  recognise: (file) => callsOf(file).length > 0,
  read: (file) => callsOf(file).map(exchangeOf),
}

/** The lines, where each of them is a call; none otherwise. */
function callsOf(file: ForeignFile): unknown[] {
  const lines = (file.text() ?? '').split('\n').filter((line) => line.trim() !== '')
  if (!(lines[0] ?? '').includes('"method"')) return []
  const calls = lines.map(parsedJson)
  return calls.every((call) => textAt(call, 'method') !== undefined && isAnswer(at(call, 'response')))
    ? calls
    : []
}

function isAnswer(response: unknown): boolean {
  return Array.isArray(response) || isFields(response)
}

function exchangeOf(call: unknown): ForeignExchange {
  const payloads = listAt(call, 'response')
  if (payloads !== undefined) {
    const { body, contentType } = synthesise(payloads.map((payload) => JSON.stringify(payload)))
    return { headers: { 'content-type': contentType }, body, framing: 'synthesised' }
  }
  const body = Buffer.from(JSON.stringify(at(call, 'response')))
  return { headers: { 'content-type': 'application/json' }, body, framing: 'synthesised' }
}
