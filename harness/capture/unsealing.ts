/** What may be kept of a journaled exchange: its plain copy where that is whole or nothing else can be read; else the sealed one, opened and redacted. Not here: making the recording of it (fold.ts). */

import type { Recording } from '../recording/format.ts'
import type { RequestHead } from './exchange.ts'
import { eachBlock, sizeOf, type JournaledExchange, type Slice, type Unseal } from './journal-index.ts'
import type { BodyPart, JournaledResponse } from './journal-entry.ts'
import type { ExchangeRedactor, Redactor, StreamRedactor } from './redactor.ts'
import { openerOf } from './sealing.ts'

export type Kept = {
  request: RequestHead
  response?: JournaledResponse
  /** Shows a body, once. */
  each(part: BodyPart, show: (block: Uint8Array) => void): void
  /** How long it is: redaction keeps every length. */
  bytes(part: BodyPart): number
  /** Bytes that are sealed and cannot be opened. */
  lost: number
  /** What was replaced so far; `last` adds the rest. */
  redactions: Recording['redactions']
  /** The last pass over the recording, by all that is known of the exchange's secrets. */
  last(recording: Recording): Recording
}

export type UnsealOptions = {
  path: string
  /** Absent: nothing can be opened. */
  key?: Buffer | undefined
  nonce: Buffer
  redactor: Redactor
  /** The last pass over the plain copy. */
  last: (recording: Recording) => Recording
}

/** Undefined where not even the request is known. */
export function keptOf(exchange: JournaledExchange, options: UnsealOptions): Kept | undefined {
  const { key } = options
  if (key === undefined || isPlain(exchange)) return plainOf(exchange, options)
  return openedOf(exchange, options, key) ?? plainOf(exchange, options)
}

/** Whether all that came is there redacted. */
function isPlain({ request, response, plain, sealed, reads }: JournaledExchange): boolean {
  const whole = (part: BodyPart) => sizeOf(plain[part]) === sizeOf(sealed[part])
  return (
    request !== undefined &&
    (response !== undefined || reads.length === 0) &&
    whole('request') &&
    whole('body')
  )
}

function plainOf(exchange: JournaledExchange, { path, last }: UnsealOptions): Kept | undefined {
  const { request, response, plain, sealed, redactions } = exchange
  if (request === undefined) return undefined
  const lost = (part: BodyPart) => sizeOf(sealed[part]) - sizeOf(plain[part])
  return {
    request,
    ...(response && { response }),
    each: (part, show) => eachBlock(path, plain[part], () => undefined, show),
    bytes: (part) => sizeOf(plain[part]),
    lost: lost('request') + lost('body'),
    redactions,
    last,
  }
}

type Heads = { request?: RequestHead; response?: JournaledResponse }

function openedOf(
  exchange: JournaledExchange,
  { path, nonce, redactor }: UnsealOptions,
  key: Buffer,
): Kept | undefined {
  const unseal: Unseal = ({ sealed }) => (sealed === undefined ? undefined : openerOf(key, nonce, sealed))
  const heads = readHeads(path, exchange.heads, unseal)
  if (heads?.request === undefined) return undefined
  const known = redactor.exchange(heads.request)
  const response = heads.response && redactedResponse(heads.response, known)
  return {
    request: known.request,
    ...(response && { response }),
    each: (part, show) => eachRedacted(path, exchange.sealed[part], unseal, streamOf(known, part), show),
    bytes: (part) => sizeOf(exchange.sealed[part]),
    lost: 0,
    redactions: [],
    last: (recording) => known.recording(recording),
  }
}

function streamOf(known: ExchangeRedactor, part: BodyPart): StreamRedactor {
  return part === 'request' ? known.requestBody : known.responseBody
}

function redactedResponse(
  { decoded, ...head }: JournaledResponse,
  known: ExchangeRedactor,
): JournaledResponse {
  return { ...known.response(head), ...(decoded !== undefined && { decoded }) }
}

function eachRedacted(
  path: string,
  slices: readonly Slice[],
  unseal: Unseal,
  stream: StreamRedactor,
  show: (block: Uint8Array) => void,
): void {
  const shown = (bytes: Uint8Array) => bytes.length > 0 && show(bytes)
  eachBlock(path, slices, unseal, (block) => shown(stream.feed(block)))
  shown(stream.end())
}

/** Undefined where they cannot be opened: the key is another's. */
function readHeads(path: string, slices: readonly Slice[], unseal: Unseal): Heads | undefined {
  const blocks: Uint8Array[] = []
  eachBlock(path, slices, unseal, (block) => blocks.push(block))
  const lines = Buffer.concat(blocks).toString().split('\n')
  try {
    const parsed = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Heads)
    return Object.assign({}, ...parsed) as Heads
  } catch {
    return undefined
  }
}
