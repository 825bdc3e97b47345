/** Tells which wire a request speaks, and what it asks. Not here: the parser of each wire's body (body-readers.ts). */

import { detectWire } from '../recording/import/detect-wire.ts'
import { objectOf, parseJson } from '../wire/json-fields.ts'
import { wireNames, type WireName } from '../wire/wire.ts'
import type { Asked, ReceivedRequest } from './asked.ts'
import { readers } from './body-readers.ts'

/** Reads a request; undefined where it speaks none of the wires. `/gemini/v1beta/...` names its wire first, other paths are told by their shape. */
export function readAsked(received: ReceivedRequest): Asked | undefined {
  const [path = '', query = ''] = received.target.split('?', 2)
  const wire = wireOfPath(path, received.body)
  const reader = wire && readers[wire]
  if (!reader) return undefined
  const credential = credentialOf(received.headers, new URLSearchParams(query))
  const body = objectOf(parseJson(new TextDecoder().decode(received.body))) ?? {}
  return {
    wire,
    ...(credential === undefined ? {} : { credential }),
    ...reader({ path, query: new URLSearchParams(query), body }),
    received,
  }
}

function wireOfPath(path: string, body: Uint8Array): WireName | undefined {
  const [, first] = path.split('/', 2)
  return wireNames.find((name) => name === first) ?? detectWire({ url: path, requestBody: body })
}

function credentialOf(headers: Readonly<Record<string, string>>, query: URLSearchParams): string | undefined {
  const authorization = headers['authorization'] ?? ''
  const bearer = /^Bearer (.+)$/i.exec(authorization)?.[1]
  const accessKeyId = /^AWS4-HMAC-SHA256 Credential=([^/]+)/.exec(authorization)?.[1]
  return (
    bearer ??
    accessKeyId ??
    headers['x-api-key'] ??
    headers['x-goog-api-key'] ??
    query.get('key') ??
    undefined
  )
}
