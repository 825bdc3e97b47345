/** Where a reader and an official client disagree and it is known why: each is told in the wire's NOTES.md. Not here: finding them (compare.ts). */

import type { Difference } from '../../turn/diff.ts'
import type { Reading } from '../wire.ts'
import type { Account } from './account.ts'

export type Where = 'recorded' | 'generated'

type Named = {
  id: string
  /** Name of the client. */
  client: string
  /** Which streams may show it: elsewhere it excuses nothing. */
  where: readonly Where[]
}

/** The client throws where the reader reads on. `afterAll`: it had everything by then, so the rest is compared all the same. */
export type KnownThrow = Named & { words: RegExp; afterAll: boolean }

/** The client says something else. */
export type KnownDifference = Named & {
  covers(difference: Difference, reading: Reading, account: Account): boolean
}

const recorded: readonly Where[] = ['recorded']
const generated: readonly Where[] = ['generated']
const everywhere: readonly Where[] = ['recorded', 'generated']

const chat = 'openai ChatCompletionStream'
const responses = 'openai ResponseStream'
const messages = '@anthropic-ai/sdk MessageStream'
const gemini = 'fold over @google/genai'
const mistral = 'fold over @mistralai/mistralai'

export const knownThrows: readonly KnownThrow[] = [
  { id: 'missing-role', client: chat, where: everywhere, words: /missing role for choice/, afterAll: true },
  {
    id: 'missing-finish',
    client: chat,
    where: everywhere,
    words: /missing finish_reason for choice/,
    afterAll: true,
  },
  {
    id: 'call-without-type',
    client: chat,
    where: generated,
    words: /snapshot missing `type`|tool_calls\[\d+\]\.type/,
    afterAll: false,
  },
  { id: 'null-usage', client: mistral, where: generated, words: /"data",\s*"usage"/, afterAll: false },
  {
    id: 'continuation-without-name',
    client: mistral,
    where: generated,
    words: /"function",\s*"name"/,
    afterAll: false,
  },
  { id: 'odd-call-index', client: chat, where: recorded, words: /invalid tool call index/, afterAll: false },
  {
    id: 'first-call-index',
    client: chat,
    where: recorded,
    words: /undefined \(reading 'id'\)/,
    afterAll: false,
  },
  { id: 'calls-twice', client: chat, where: recorded, words: /unsafe snapshot tool-call/, afterAll: false },
  {
    id: 'padded-done',
    client: chat,
    where: recorded,
    words: /malformed server-sent event JSON/,
    afterAll: true,
  },
  {
    id: 'unknown-event',
    client: responses,
    where: everywhere,
    words: /Unhandled response stream event/,
    afterAll: false,
  },
  {
    id: 'rotating-id',
    client: responses,
    where: recorded,
    words: /Lifecycle response identity changed/,
    afterAll: false,
  },
  {
    id: 'item-without-id',
    client: responses,
    where: recorded,
    words: /non-empty output item id/,
    afterAll: false,
  },
  { id: 'done-behind-stop', client: messages, where: recorded, words: /\[DONE\]/, afterAll: true },
  {
    id: 'second-start',
    client: messages,
    where: recorded,
    words: /got message_start before/,
    afterAll: false,
  },
  {
    id: 'blank-arguments',
    client: messages,
    where: generated,
    words: /JSON input|JSON at position/,
    afterAll: false,
  },
  {
    id: 'no-last-blank-line',
    client: gemini,
    where: recorded,
    words: /Incomplete JSON segment/,
    afterAll: false,
  },
]

/** In the order of NOTES.md. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    id: 'last-id',
    client: chat,
    where: recorded,
    covers: ({ path }) => path === 'responseId',
  },
  {
    id: 'usage-elsewhere',
    client: chat,
    where: recorded,
    covers: ({ path, got }) => path.startsWith('usage.') && got === undefined,
  },
  {
    id: 'message-beside-delta',
    client: chat,
    where: recorded,
    covers: ({ path, expected, got }) =>
      path === 'blocks[0].text' &&
      typeof got === 'string' &&
      typeof expected === 'string' &&
      got.startsWith(expected),
  },
  {
    id: 'signature-of-terminal',
    client: responses,
    where: recorded,
    covers: ({ path, got }) => path.endsWith('.signature') && got !== undefined,
  },
  {
    id: 'empty-terminal-output',
    client: responses,
    where: recorded,
    covers: ({ path, got }) => /^blocks\[\d+\]$/.test(path) && got === undefined,
  },
  {
    id: 'terminal-without-status',
    client: responses,
    where: recorded,
    covers: ({ path, got }) => path === 'finish' && got === undefined,
  },
  {
    id: 'error-without-code',
    client: gemini,
    where: generated,
    covers: ({ path, got }, { turn }) =>
      path === 'failed' && got === undefined && turn.finish?.failure?.status === undefined,
  },
  {
    id: 'proto-key',
    client: mistral,
    where: generated,
    covers: ({ path, got }) => path.endsWith('.__proto__') && got === undefined,
  },
]
