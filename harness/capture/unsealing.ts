/** The bodies of a journaled exchange as they may be kept: what was sealed is opened and redacted. Not here: making the recording (fold.ts). */

import type { Recording } from '../recording/format.ts'
import type { RequestHead, ResponseHead } from './exchange.ts'
import { eachBlock, sizeOf, type JournaledExchange, type Slice, type Unseal } from './journal-index.ts'
import type { ExchangeRedactor, Redactor, StreamRedactor } from './redactor.ts'
import { openerOf } from './sealing.ts'

export type KeptBodies = {
  /** Shows a body, once. */
  each(part: 'request' | 'body', show: (block: Uint8Array) => void): void
  /** How long it is: redaction keeps every length. */
  bytes(part: 'request' | 'body'): number
  /** Bytes that were sealed and cannot be opened. */
  lost: number
  /** The last pass over the recording, by all that is known of the exchange's secrets. */
  last(recording: Recording): Recording
}

export type UnsealOptions = {
  path: string
  /** Absent: nothing can be opened. */
  key?: Buffer | undefined
  nonce: Buffer
  redactor: Redactor
  /** The last pass of an exchange that was redacted whole while it ran. */
  last: (recording: Recording) => Recording
}

type Heads = { request?: RequestHead; response?: ResponseHead }

export function keptBodies(exchange: JournaledExchange, options: UnsealOptions): KeptBodies {
  const { key } = options
  return key === undefined || exchange.secrets.length === 0
    ? plainBodies(exchange, options)
    : openedBodies(exchange, options, key)
}

/** What is not sealed, up to the first bytes that are: after lost ones nothing fits. */
function plainBodies(exchange: JournaledExchange, { path, last }: UnsealOptions): KeptBodies {
  const plain = (part: 'request' | 'body') => exchange[part].slice(0, plainCount(exchange[part]))
  const closed: Unseal = () => undefined
  return {
    each: (part, show) => eachBlock(path, plain(part), closed, show),
    bytes: (part) => sizeOf(plain(part)),
    lost: sizeOf(exchange.request) + sizeOf(exchange.body) - sizeOf(plain('request')) - sizeOf(plain('body')),
    last,
  }
}

function openedBodies(
  exchange: JournaledExchange,
  { path, nonce, redactor }: UnsealOptions,
  key: Buffer,
): KeptBodies {
  const unseal: Unseal = ({ sealed }) =>
    sealed === undefined ? undefined : openerOf(key, nonce, exchange.x, sealed)
  const again = redactorOf(readHeads(path, exchange, unseal), redactor, exchange)
  return {
    each(part, show) {
      const slices = exchange[part]
      const stream = part === 'request' ? again.requestBody : again.responseBody
      if (plainCount(slices) === slices.length) eachBlock(path, slices, unseal, show)
      else eachRedacted(path, slices, unseal, stream, show)
    },
    bytes: (part) => sizeOf(exchange[part]),
    lost: 0,
    last: (recording) => again.recording(recording),
  }
}

function plainCount(slices: readonly Slice[]): number {
  const first = slices.findIndex((slice) => slice.sealed !== undefined)
  return first === -1 ? slices.length : first
}

/** What was redacted before the sealing goes through again: it may hold the beginning of what is to be found. */
function eachRedacted(
  path: string,
  slices: readonly Slice[],
  unseal: Unseal,
  stream: StreamRedactor,
  show: (block: Uint8Array) => void,
): void {
  const shown = (bytes: Uint8Array) => bytes.length > 0 && show(bytes)
  eachBlock(path, slices, unseal, (block) => shown(stream.feed(Uint8Array.from(block))))
  shown(stream.end())
}

function readHeads(path: string, { secrets }: JournaledExchange, unseal: Unseal): Heads {
  const blocks: Uint8Array[] = []
  eachBlock(path, secrets, unseal, (block) => blocks.push(Uint8Array.from(block)))
  const lines = Buffer.concat(blocks).toString().split('\n')
  return Object.assign(
    {},
    ...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Heads),
  ) as Heads
}

function redactorOf(
  { request, response }: Heads,
  redactor: Redactor,
  { begin }: JournaledExchange,
): ExchangeRedactor {
  const exchange = redactor.exchange(request ?? begin.request)
  if (response !== undefined) exchange.response(response)
  return exchange
}
