/** Recordings that show what no shipped one shows, written for the mutants, and the deliveries they meet. Not here: the recordings that ship. */

import type { Recording } from '../recording/format.ts'
import type { Delivery } from '../replay/delivery.ts'
import { recordingOfTurn } from '../suite/generated/session.ts'
import type { ToolCallBlock, Turn, TurnBlock, TurnFinish } from '../turn/turn.ts'
import type { WireName } from '../wire/wire.ts'
import { writerOf } from '../wire/wires.ts'

type Made = {
  wire: WireName
  name: string
  turn: Partial<Turn>
  spellings?: readonly string[]
  fragments?: readonly number[]
  /** Lines end in CRLF. */
  crlf?: boolean
}

const text = (text: string): TurnBlock => ({ type: 'text', text })
const call = (rest: Partial<ToolCallBlock> = {}): ToolCallBlock => ({
  type: 'tool-call',
  id: 'call_1',
  name: 'look',
  arguments: '{"place":"Paris"}',
  complete: true,
  ...rest,
})
const second = call({ id: 'call_2', name: 'listen', arguments: '{"to":"Orly"}' })
const usage = { inputTokens: 20, cacheReadTokens: 100, outputTokens: 9 }
const failed = (raw: unknown): TurnFinish => ({
  reason: 'error',
  failure: { code: 'UNKNOWN', message: '', raw },
})

const chat: readonly Omit<Made, 'wire'>[] = [
  { name: 'name-late', turn: { blocks: [call()] }, spellings: ['name-late'], fragments: [6] },
  {
    name: 'first-fragment-beside-the-name',
    turn: { blocks: [call()] },
    spellings: ['arguments-with-name'],
    fragments: [6],
  },
  { name: 'calls-of-two-indexes', turn: { blocks: [call(), second] }, fragments: [6] },
  { name: 'two-choices', turn: { blocks: [text('One answer.')] }, spellings: ['second-choice'] },
  { name: 'split-surrogates', turn: { blocks: [text('a😀b')] }, fragments: [2] },
  { name: 'null-content', turn: { blocks: [text('Hi.')] }, spellings: ['start-null-content'] },
  { name: 'unknown-finish', turn: { blocks: [text('Hi.')], finish: { reason: 'other', raw: 'eos_weird' } } },
  { name: 'malformed-arguments', turn: { blocks: [call({ arguments: '{"a":"x\ny"}' })] } },
  {
    name: 'unknown-error',
    turn: {
      blocks: [text('Hi.')],
      finish: failed({ error: { message: 'Nobody knows this one.', type: 'novel_error' } }),
    },
  },
  {
    name: 'quota-error',
    turn: {
      blocks: [text('Hi.')],
      finish: failed({ error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } }),
    },
  },
  { name: 'special-keys', turn: { blocks: [call({ arguments: '{"__proto__":1,"b":2,"a":3}' })] } },
]

const messages: readonly Omit<Made, 'wire'>[] = [
  { name: 'text-call-text', turn: { blocks: [text('Before.'), call(), text('After.')] }, fragments: [4] },
  {
    name: 'usage-in-delta-only',
    turn: { blocks: [text('Hi.')], usage },
    spellings: ['usage-in-delta-only'],
  },
  { name: 'usage-repeated', turn: { blocks: [text('Hi.')], usage }, spellings: ['usage-repeated'] },
  { name: 'crlf', turn: { blocks: [text('Hello there.')] }, fragments: [5], crlf: true },
]

const gemini: readonly Omit<Made, 'wire'>[] = [
  { name: 'text-call-text', turn: { blocks: [text('Before.'), call({ id: '' }), text('After.')] } },
  { name: 'signed-call', turn: { blocks: [call({ id: 'a', signature: 'c2ln' })] } },
]

const piAi: readonly Omit<Made, 'wire'>[] = [
  { name: 'text', turn: { blocks: [text('Hello there.')], usage }, fragments: [5] },
  { name: 'reasoning', turn: { blocks: [{ type: 'reasoning', text: 'Hm.', signature: 's' }, text('Hi.')] } },
  { name: 'tool-calls', turn: { blocks: [call(), second] }, fragments: [6] },
  { name: 'cut', turn: { blocks: [text('Hello')], state: 'open' } },
  {
    name: 'error',
    turn: {
      blocks: [text('Hello')],
      finish: failed({ reason: 'error', errorMessage: 'HTTP 429: rate limit' }),
    },
  },
]

/** A call for which the wire has no text at all. */
const noArguments: readonly Made[] = (['openai-responses', 'bedrock-converse', 'mistral'] as const).map(
  (wire) => ({ wire, name: 'no-arguments', turn: { blocks: [call({ arguments: '' })] } }),
)

const made: readonly Made[] = [
  ...noArguments,
  ...chat.map((one) => ({ wire: 'openai-chat' as const, ...one })),
  ...messages.map((one) => ({ wire: 'anthropic-messages' as const, ...one })),
  ...gemini.map((one) => ({ wire: 'gemini' as const, ...one })),
  ...piAi.map((one) => ({ wire: 'pi-ai-events' as const, ...one })),
]

function recordingOf({ wire, name, turn, spellings = [], fragments = [], crlf = false }: Made): Recording {
  const { blocks = [] } = turn
  const hasCalls = blocks.some(({ type }) => type === 'tool-call')
  const [finish] = writerOf(wire).shape.finishes.filter(
    ({ reason }) => reason === (hasCalls ? 'tool-calls' : 'stop'),
  )
  const drawn: Turn = { blocks, meta: {}, state: 'closed', ...(finish && { finish }), ...turn }
  if (drawn.state === 'open') delete drawn.finish
  const choice = { spellings, fragments }
  const recording = recordingOfTurn({ wire, turn: writerOf(wire).normalise(drawn), choice }, name)
  return crlf ? withCrLf(recording) : recording
}

function withCrLf(recording: Recording): Recording {
  const { response } = recording
  if (!response) return recording
  const body = Buffer.from(Buffer.from(response.body).toString('utf8').replaceAll('\n', '\r\n'))
  return { ...recording, response: { ...response, body, chunks: [[body.length, 0]] } }
}

export function madeRecordings(): Recording[] {
  return made.map(recordingOf)
}

/** What a mutant meets unless it says otherwise. */
export const defaultDeliveries: readonly string[] = ['cut-after-', 'reset-after-', 'unknown-fields']

/** `as-recorded`, and those asked for by name or by the beginning of a name; of a family of cuts the middle one. */
export function pickDeliveries(all: readonly Delivery[], asked: readonly string[]): Delivery[] {
  const [first, ...others] = all
  const picked = asked.flatMap((name) => {
    const exact = others.find((delivery) => delivery.name === name)
    if (exact) return [exact]
    const family = others.filter((delivery) => delivery.name.startsWith(name))
    return family.slice(Math.floor((family.length - 1) / 2), Math.floor((family.length + 1) / 2))
  })
  return first === undefined ? [] : [first, ...new Set(picked)]
}
