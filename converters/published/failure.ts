/** Tells what went wrong from what a published client throws or hands over: it may only use what the client kept. Not here: what the provider said (harness/wire). */

import { wireOf, type Failure, type WireName } from '../../harness/index.ts'

type Fields = { readonly [key: string]: unknown }

/**
 * The failure behind a thrown value, or behind an error that was handed over as an event. An HTTP error is read from
 * status, headers and body where the client kept them; an error object of the provider as such; the rest by its words.
 */
export function failureOf(error: unknown, wire: WireName): Failure {
  if (typeof error === 'string') return ofWords(error, wire)
  const fields = fieldsOf(error)
  if (!fields) return { code: 'UNKNOWN', message: String(error) }
  const status = numberOf(fields, 'statusCode', 'status', 'status_code')
  if (status !== undefined && status >= 400) return ofAnswer(fields, status, wire)
  const said = providerError(fields)
  if (said !== undefined) return wireOf(wire).readInBandError(said)
  const refused = refusedEvent(fields, wire)
  if (refused !== undefined) return refused
  if (isTimeout(fields)) return { code: 'TIMEOUT', message: messageOf(fields) }
  if (isTransport(fields)) return { code: 'TRANSPORT', message: messageOf(fields) }
  return ofWords(messageOf(fields), wire)
}

function ofAnswer(fields: Fields, status: number, wire: WireName): Failure {
  const body = fields['responseBody'] ?? fields['data'] ?? bodyOf(fields)
  return wireOf(wire).readError({
    status,
    headers: headersOf(fields['responseHeaders'] ?? fields['headers']),
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body ?? '')),
  })
}

/** Clients keep either the whole body or the object below `error`. */
function bodyOf({ error }: Fields): unknown {
  const inner = fieldsOf(error)
  return inner === undefined || 'error' in inner ? error : { error: inner }
}

function headersOf(headers: unknown): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers ?? {})
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))
}

/** The object that the provider sent in the stream, where the client hands it over. */
function providerError(fields: Fields): unknown {
  const { isError, type, code, message } = fields
  const inner = fieldsOf(fields['error']) ?? fieldsOf(fields['data'])
  if (inner !== undefined)
    return 'error' in inner ? inner : { ...(type === 'error' ? { type } : {}), error: inner }
  // A code alone may be the one of a socket.
  if (isError === true && typeof type !== 'string') return undefined
  if (type === 'error' || 'response' in fields) return fields
  return message === undefined ? undefined : { error: { type, code, message, param: fields['param'] } }
}

/** An event that a client's schema refused may be the provider's error, of a form that the client does not know. */
function refusedEvent({ name, value }: Fields, wire: WireName): Failure | undefined {
  if (!/TypeValidation/.test(String(name)) || value === undefined) return undefined
  const failure = wireOf(wire).readInBandError(value)
  return failure.message === '' ? undefined : failure
}

/** Only words are left: a reader may still know some of them. */
function ofWords(message: string, wire: WireName): Failure {
  return { ...wireOf(wire).readInBandError({ error: { message } }), message }
}

/** What fetch, the parsers and the clients say of a stream that broke or that holds what is no event. */
const transportWords = [
  /^terminated$|fetch failed|premature close|socket hang up|other side closed|network error|cannot connect/i,
  /connection (?:error|closed|reset)|\bECONN|\bEPIPE|\bUND_ERR/i,
  /stream (?:ended|closed)|ended without|request ended|missing finish_reason|empty response/i,
  /unexpected end|unterminated|in JSON at|not valid JSON|JSON parsing failed/i,
]
const transportNames = /^SyntaxError$|APIConnection|JSONParse|EmptyResponse/

function isTimeout(fields: Fields): boolean {
  return chainOf(fields).some(
    ({ name, code }) => /Timeout/.test(String(name)) || /TIMEOUT|ETIMEDOUT/.test(String(code)),
  )
}

/** The connection broke, or what came was no event. */
function isTransport(fields: Fields): boolean {
  return chainOf(fields).some(({ name, message, code }) => {
    const words = [message, code].filter((word) => typeof word === 'string').join(' ')
    return transportNames.test(String(name)) || transportWords.some((pattern) => pattern.test(words))
  })
}

/** The error and what caused it, outermost first; a chain that runs in a circle is cut. */
function chainOf(fields: Fields): Fields[] {
  const links: Fields[] = []
  for (let link: Fields | undefined = fields; link && links.length < 8; link = fieldsOf(link['cause']))
    links.push(link)
  return links
}

function messageOf(fields: Fields): string {
  const { message } = fields
  return typeof message === 'string' && message !== '' ? message : JSON.stringify(fields)
}

function numberOf(fields: Fields, ...names: string[]): number | undefined {
  return names.map((name) => fields[name]).find((value) => typeof value === 'number')
}

/** Own fields of an object; of an error also those that JSON leaves out, and the name of its class. */
function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (!(value instanceof Error)) return value as Fields
  const { message, cause, constructor } = value
  const name = constructor.name === 'Error' ? value.name : constructor.name
  const own = Object.fromEntries(Object.entries(value))
  return { ...own, isError: true, name, message, ...(cause === undefined ? {} : { cause }) }
}

/** An error as plain data: what is cloned for the trace would lose the fields of its class. */
export function plainError(error: unknown): unknown {
  return JSON.parse(
    JSON.stringify(error, (_key, value: unknown) => (value instanceof Error ? fieldsOf(value) : value)) ??
      'null',
  )
}
