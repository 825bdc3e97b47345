/** Mutants that depend on how the bytes arrive, or on what nobody knows yet. */

import { onPayloads, onReads, onText, type Json } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const rechunks = ['per-byte', 'inside-utf8', 'per-line']
const encoder = new TextEncoder()

/** A decoder for each read: characters that a border splits are lost. */
function decodedAlone(read: Uint8Array): Uint8Array {
  return encoder.encode(new TextDecoder().decode(read))
}

/** The observed end of a reader that takes a CR at the end of a read for a whole line end: the LF then reads as a blank line. */
function splitCrLf() {
  let endsInCr = false
  return (read: Uint8Array): Uint8Array => {
    if (endsInCr && read[0] === 0x0a) throw new SyntaxError('Unexpected end of JSON input')
    endsInCr = read.at(-1) === 0x0d
    return read
  }
}

/** Every read is taken for whole events: what stands behind the last one is dropped. */
function wholeEventsOnly(text: string): string {
  return text.slice(0, text.lastIndexOf('\n\n') + 2)
}

const known = new Set(
  'id object created model choices usage system_fingerprint service_tier error obfuscation'.split(' '),
)

function throwUnlessKnown(types: RegExp) {
  return onPayloads(() => (event) => {
    const type = String(event['type'])
    if (!types.test(type)) throw new TypeError(`Unhandled stream event: ${type}`)
    return [event]
  })
}

const messageTypes = /^(?:message_|content_block_|error$)/

export const deliveryMutants: readonly Mutant[] = [
  {
    id: 'utf8-decoded-read-by-read',
    breaks: 'rechunk-invariant',
    title: 'Reads are decoded one by one, so a character that a border splits is lost.',
    level: 'answer',
    shownBy: { 'openai-chat': ['text-unicode'], 'anthropic-messages': ['text-unicode'] },
    deliveries: rechunks,
    apply: onReads(() => decodedAlone),
  },
  {
    id: 'crlf-split-by-a-border',
    breaks: 'rechunk-invariant',
    title: 'A border between CR and LF counts as a blank line.',
    source: 'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, api/anthropic-messages)',
    level: 'answer',
    shownBy: { 'anthropic-messages': ['crlf'], 'openai-chat': ['text-crlf-comments'] },
    deliveries: ['per-byte', 'between-cr-lf'],
    apply: onReads(splitCrLf),
  },
  {
    id: 'reads-taken-for-events',
    breaks: 'rechunk-invariant',
    title: 'Every read is taken for whole events, and the rest of it is dropped.',
    source: 'https://github.com/code-yeongyu/oh-my-openagent/issues/1120',
    level: 'answer',
    shownBy: { 'openai-chat': ['text'], gemini: ['text'] },
    deliveries: ['one-chunk', 'per-byte', 'per-line'],
    apply: onText(() => wholeEventsOnly),
  },
  {
    id: 'events-lost-in-one-chunk',
    breaks: 'rechunk-invariant',
    title: 'Of several events in one read only the first is seen.',
    level: 'answer',
    shownBy: { 'openai-responses': ['text'], mistral: ['text'] },
    deliveries: ['one-chunk'],
    apply: onText(() => (text) => text.slice(0, text.indexOf('\n\n') + 2)),
  },
  {
    id: 'comments-as-data',
    breaks: 'noise-invariant',
    title: 'Comments are taken for data.',
    source: 'https://openrouter.ai/docs/api-reference/streaming (keep-alive comments)',
    level: 'answer',
    shownBy: { 'openai-chat': ['text'], 'anthropic-messages': ['text'] },
    deliveries: ['comments'],
    apply: onText(() => (text) => text.replaceAll(/^:/gm, 'data:')),
  },
  {
    id: 'byte-order-mark-kept',
    breaks: 'noise-invariant',
    title: 'A byte order mark is taken for a part of the first line.',
    level: 'answer',
    shownBy: { 'anthropic-messages': ['text'], gemini: ['text'] },
    deliveries: ['bom'],
    apply: onText(() => (text) => text.replace('\ufeff', '\ufeffx')),
  },
  {
    id: 'only-lf-ends-a-line',
    breaks: 'noise-invariant',
    title: 'Events end at two LF alone, so a stream with CRLF has none.',
    level: 'answer',
    shownBy: { 'openai-chat': ['text'], 'anthropic-messages': ['text'], mistral: ['text'] },
    deliveries: ['crlf'],
    apply: onText(() => (text) => text.replaceAll('\r\n\r\n', '\r\n')),
  },
  {
    id: 'id-lines-as-data',
    breaks: 'noise-invariant',
    title: 'An id line is taken for data.',
    level: 'answer',
    shownBy: { 'openai-chat': ['text'], gemini: ['text'] },
    deliveries: ['id-and-retry'],
    apply: onText(() => (text) => text.replaceAll(/^id: /gm, 'data: id ')),
  },
  {
    id: 'pings-as-errors',
    breaks: 'noise-invariant',
    title: 'A ping ends the stream with an error.',
    level: 'answer',
    shownBy: { 'anthropic-messages': ['text'] },
    deliveries: ['pings'],
    apply: onText(() => (text) => text.replaceAll('{"type":"ping"}', '{"type":"error"}')),
  },
  {
    id: 'unknown-events-throw',
    breaks: 'unknown-tolerated',
    title: 'An event of a type nobody knows yet ends the stream with an error.',
    source: 'https://github.com/vercel/ai/issues/13350',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'anthropic-messages': ['text'], 'openai-responses': ['text'] },
    deliveries: ['unknown-events', 'unknown-fields'],
    apply: (driver) =>
      throwUnlessKnown(driver.wires[0] === 'openai-responses' ? /^(?:response\.|error)/ : messageTypes)(
        driver,
      ),
  },
  {
    id: 'unknown-fields-throw',
    breaks: 'unknown-tolerated',
    title: 'A field nobody knows yet makes a chunk invalid.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['text'] },
    deliveries: ['unknown-fields'],
    apply: onPayloads(() => (chunk) => {
      const odd = Object.keys(chunk).find((key) => !known.has(key))
      if (odd !== undefined) throw new TypeError(`Unrecognized key: ${odd}`)
      return [chunk]
    }),
  },
  {
    id: 'chunks-with-unknown-fields-skipped',
    breaks: 'unknown-tolerated',
    title: 'A chunk with a field nobody knows yet is skipped.',
    level: 'payloads',
    origin: 'openai-events',
    shownBy: { 'openai-chat': ['text'] },
    deliveries: ['unknown-fields'],
    apply: onPayloads(
      () => (chunk: Json) => (Object.keys(chunk).every((key) => known.has(key)) ? [chunk] : []),
    ),
  },
]
