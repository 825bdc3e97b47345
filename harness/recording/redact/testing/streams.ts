/** Streamed bodies of every wire whose text or tool arguments come in given pieces, for tests. Not here: whole turns (harness/wire). */

import { encode } from '../../../wire/framing/framing.ts'
import type { EventDraft, Framing } from '../../../wire/wire.ts'

/** A text, or the JSON text of a tool call's arguments. */
export type Told = 'text' | 'arguments'

export type StreamShape = {
  framing: Framing
  contentType: string
  /** The events around and of the pieces. */
  drafts(told: Told, pieces: readonly string[]): EventDraft[]
  /** What one event's payload adds to the told text. */
  piece(payload: unknown): string
}

const json = (value: unknown, event?: string): EventDraft => ({
  ...(event !== undefined && { event }),
  data: JSON.stringify(value),
})

function dig(value: unknown, ...path: readonly (string | number)[]): string {
  const found = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  return typeof found === 'string' ? found : ''
}

const chatDelta = (told: Told, text: string) =>
  told === 'text' ? { content: text } : { tool_calls: [{ index: 0, function: { arguments: text } }] }

const chat = (id: string): StreamShape => ({
  framing: 'sse',
  contentType: 'text/event-stream',
  drafts: (told, pieces) => [
    json({ id, choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
    ...pieces.map((text) =>
      json({ id, model: 'm-1', choices: [{ index: 0, delta: chatDelta(told, text), finish_reason: null }] }),
    ),
    json({ id, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { total_tokens: 7 } }),
    { data: '[DONE]' },
  ],
  piece: (payload) =>
    dig(payload, 'choices', 0, 'delta', 'content') +
    dig(payload, 'choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'),
})

const anthropic: StreamShape = {
  framing: 'sse',
  contentType: 'text/event-stream; charset=utf-8',
  drafts: (told, pieces) => [
    json(
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
      'message_start',
    ),
    json(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    ),
    ...pieces.flatMap((text) => [
      json(
        {
          type: 'content_block_delta',
          index: 0,
          delta:
            told === 'text' ? { type: 'text_delta', text } : { type: 'input_json_delta', partial_json: text },
        },
        'content_block_delta',
      ),
      json({ type: 'ping' }, 'ping'),
    ]),
    json({ type: 'message_stop' }, 'message_stop'),
  ],
  piece: (payload) => dig(payload, 'delta', 'text') + dig(payload, 'delta', 'partial_json'),
}

const responses: StreamShape = {
  framing: 'sse',
  contentType: 'text/event-stream',
  drafts: (told, pieces) => {
    const kind = told === 'text' ? 'output_text' : 'function_call_arguments'
    const place = { item_id: 'item_1', output_index: 0, ...(told === 'text' && { content_index: 0 }) }
    const whole = pieces.join('')
    const done = told === 'text' ? { text: whole } : { arguments: whole }
    return [
      json({ type: 'response.created', response: { id: 'resp_1' } }, 'response.created'),
      ...pieces.map((delta) =>
        json({ type: `response.${kind}.delta`, ...place, delta }, `response.${kind}.delta`),
      ),
      json({ type: `response.${kind}.done`, ...place, ...done }, `response.${kind}.done`),
      json({ type: 'response.completed', response: { output: [{ content: [done] }] } }, 'response.completed'),
    ]
  },
  piece: (payload) => dig(payload, 'delta'),
}

/** Gemini's calls come whole, so their pieces are told as text. */
const gemini = (framing: Framing, contentType: string): StreamShape => ({
  framing,
  contentType,
  drafts: (_told, pieces) => [
    ...pieces.map((text) =>
      json({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }], responseId: 'r1' }),
    ),
    json({ candidates: [{ finishReason: 'STOP', index: 0 }] }),
  ],
  piece: (payload) => dig(payload, 'candidates', 0, 'content', 'parts', 0, 'text'),
})

const bedrock: StreamShape = {
  framing: 'eventstream',
  contentType: 'application/vnd.amazon.eventstream',
  drafts: (told, pieces) => [
    json({ role: 'assistant', p: 'abcdef' }, 'messageStart'),
    ...pieces.map((text) =>
      json(
        { contentBlockIndex: 0, delta: told === 'text' ? { text } : { toolUse: { input: text } }, p: 'abc' },
        'contentBlockDelta',
      ),
    ),
    json({ stopReason: 'end_turn' }, 'messageStop'),
  ],
  piece: (payload) => dig(payload, 'delta', 'text') + dig(payload, 'delta', 'toolUse', 'input'),
}

const mistral: StreamShape = {
  ...chat('0123456789abcdef0123456789abcdef'),
  drafts: (told, pieces) =>
    pieces
      .map((text, k) => {
        const delta =
          told === 'arguments'
            ? chatDelta(told, text)
            : { content: k % 2 === 0 ? text : [{ type: 'text', text }] }
        return json({ id: 'c1', choices: [{ index: 0, delta }] })
      })
      .concat({ data: '[DONE]' }),
  piece: (payload) => chat('').piece(payload) + dig(payload, 'choices', 0, 'delta', 'content', 0, 'text'),
}

export const streamShapes: Readonly<Record<string, StreamShape>> = {
  'openai-chat': chat('chatcmpl-1'),
  'openai-responses': responses,
  'anthropic-messages': anthropic,
  gemini: gemini('sse', 'text/event-stream'),
  'gemini as a list': gemini('json-array', 'application/json'),
  'gemini as lines': gemini('ndjson', 'application/x-ndjson'),
  'bedrock-converse': bedrock,
  mistral,
}

/** The bytes of a stream whose told text comes in these pieces. */
export function streamBody(shape: StreamShape, told: Told, pieces: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.concat(encode(shape.framing, shape.drafts(told, pieces))))
}
