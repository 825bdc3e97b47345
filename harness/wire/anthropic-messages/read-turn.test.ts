/** What readTurn makes of Messages streams, written out by hand from the provider's documents and public reports. */

import { describe, expect, it } from 'vitest'
import { encodeSse, frameSse } from '../framing/sse.ts'
import type { EventDraft, Reading } from '../wire.ts'
import { readTurn } from './read-turn.ts'

type Payload = Record<string, unknown>

function read(payloads: readonly (Payload | string)[], named = true): Reading {
  const drafts = payloads.map((payload): EventDraft => {
    if (typeof payload === 'string') return { data: payload }
    const data = JSON.stringify(payload)
    return named && typeof payload['type'] === 'string' ? { event: payload['type'], data } : { data }
  })
  return readTurn(frameSse(new Uint8Array(Buffer.concat(encodeSse(drafts)))))
}

const startMessage = (usage: Payload = { input_tokens: 10, output_tokens: 1 }, id = 'msg_1') => ({
  type: 'message_start',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    stop_reason: null,
    usage,
  },
})
const start = (index: number, content_block: Payload) => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, delta: Payload) => ({ type: 'content_block_delta', index, delta })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const text = (index: number, said: string) => [
  start(index, { type: 'text', text: '' }),
  delta(index, { type: 'text_delta', text: said }),
  stop(index),
]
const call = (index: number, id: string) => start(index, { type: 'tool_use', id, name: 'f', input: {} })
const args = (index: number, partial_json: string) => delta(index, { type: 'input_json_delta', partial_json })
const finish = (stop_reason: string | null, usage: Payload = { output_tokens: 5 }, more: Payload = {}) => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null, ...more },
  usage,
})
const stopMessage = { type: 'message_stop' }
const end = (reason: string) => [finish(reason), stopMessage]

const isComplete = (...events: Payload[]) =>
  read([startMessage(), call(0, 'a'), ...events]).turn.blocks.map(
    (block) => 'complete' in block && block.complete,
  )

const usageOf = (...payloads: (Payload | string)[]) => read(payloads).turn.usage

describe('blocks', () => {
  it('come in the order of their starts, each with its own kind', () => {
    const { turn } = read([
      startMessage(),
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'signature_delta', signature: 'SIG' }),
      stop(0),
      ...text(1, 'hi'),
      start(2, { type: 'redacted_thinking', data: 'ENC' }),
      stop(2),
      call(3, 'a'),
      args(3, ''),
      args(3, '{"x":'),
      args(3, ' 1.0}'),
      stop(3),
      ...end('tool_use'),
    ])
    expect(turn.blocks).toEqual([
      { type: 'reasoning', text: 'hm', signature: 'SIG' },
      { type: 'text', text: 'hi' },
      { type: 'reasoning', text: '', signature: 'ENC', redacted: true },
      { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x": 1.0}', complete: true },
    ])
    expect(turn).toMatchObject({ state: 'closed', finish: { reason: 'tool-calls', raw: 'tool_use' } })
  })

  it('that are interleaved are kept apart by index', () => {
    const { turn, evidence } = read([
      startMessage(),
      call(0, 'a'),
      call(1, 'b'),
      args(1, '{"n":2}'),
      args(0, '{"n":1}'),
      stop(1),
      stop(0),
      ...end('tool_use'),
    ])
    expect(turn.blocks).toMatchObject([
      { id: 'a', arguments: '{"n":1}' },
      { id: 'b', arguments: '{"n":2}' },
    ])
    expect(evidence).toEqual([
      { firstEvent: 1, lastEvent: 6, endEvent: 6, argumentsAs: 'text' },
      { firstEvent: 2, lastEvent: 5, endEvent: 5, argumentsAs: 'text' },
    ])
  })

  it('keep the text that stands in the start', () => {
    const { turn } = read([
      startMessage(),
      start(0, { type: 'text', text: 'Hel' }),
      delta(0, { type: 'text_delta', text: 'lo' }),
      stop(0),
      ...end('end_turn'),
    ])
    expect(turn.blocks).toEqual([{ type: 'text', text: 'Hello' }])
  })

  it('take the whole input of a start as a value, unless deltas replace it', () => {
    const whole = start(0, { type: 'tool_use', id: 'a', name: 'f', input: { a: 7 } })
    const value = read([startMessage(), whole, stop(0), ...end('tool_use')])
    expect(value.turn.blocks).toMatchObject([{ arguments: '{"a":7}' }])
    expect(value.evidence).toMatchObject([{ argumentsAs: 'value' }])
    const replaced = read([startMessage(), whole, args(0, '{"a":8}'), stop(0), ...end('tool_use')])
    expect(replaced.turn.blocks).toMatchObject([{ arguments: '{"a":8}' }])
    expect(replaced.evidence).toMatchObject([{ argumentsAs: 'text' }])
  })

  it.each([
    ['without a delta', []],
    ['with one empty delta', [args(0, '')]],
  ])('of a call without arguments have no text, %s', (_name, deltas) => {
    const { turn } = read([startMessage(), call(0, 'a'), ...deltas, stop(0), ...end('tool_use')])
    expect(turn.blocks).toMatchObject([{ arguments: '', complete: true }])
  })

  it('that are not known are opaque, grown by their deltas', () => {
    const { turn } = read([
      startMessage(),
      start(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      args(0, '{"query":'),
      args(0, '"q"}'),
      stop(0),
      start(1, { type: 'compaction', content: null }),
      delta(1, { type: 'compaction_delta', content: 'a' }),
      delta(1, { type: 'compaction_delta', content: 'b' }),
      stop(1),
      start(2, { type: 'hologram', data: [1] }),
      stop(2),
      ...end('end_turn'),
    ])
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } }
    expect(turn.blocks).toEqual([
      { type: 'opaque', kind: 'server_tool_use', raw: search },
      { type: 'opaque', kind: 'compaction', raw: { type: 'compaction', content: 'ab' } },
      { type: 'opaque', kind: 'hologram', raw: { type: 'hologram', data: [1] } },
    ])
  })

  it('carry their citations behind them', () => {
    const { turn, evidence } = read([
      startMessage(),
      start(0, { type: 'text', text: '', citations: [] }),
      delta(0, { type: 'citations_delta', citation: { url: 'u' } }),
      delta(0, { type: 'text_delta', text: 'hi' }),
      stop(0),
      ...end('end_turn'),
    ])
    expect(turn.blocks).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'opaque', kind: 'citation', raw: { url: 'u' } },
    ])
    expect(evidence[1]).toEqual({ firstEvent: 2, lastEvent: 2 })
  })

  it('may lack their start', () => {
    const { turn } = read([
      startMessage(),
      delta(0, { type: 'text_delta', text: 'hi' }),
      stop(0),
      ...end('end_turn'),
    ])
    expect(turn.blocks).toEqual([{ type: 'text', text: 'hi' }])
  })
})

describe('a call', () => {
  it('is complete by its own end, even when nothing follows', () => {
    expect(isComplete(args(0, '{"a":1}'), stop(0))).toEqual([true])
    expect(isComplete(args(0, '{"a":1}'))).toEqual([false])
  })

  it('is complete by a fair finish without its end', () => {
    expect(isComplete(args(0, '{"a":1}'), ...end('tool_use'))).toEqual([true])
  })

  it('that max_tokens cut is not complete, whether or not its end came', () => {
    expect(isComplete(args(0, '{"a":'), ...end('max_tokens'))).toEqual([false])
    expect(isComplete(args(0, '{"a":'), stop(0), ...end('max_tokens'))).toEqual([false])
    expect(isComplete(args(0, '{"a":1}'), ...end('max_tokens'))).toEqual([false])
    expect(isComplete(args(0, '{"a":1}'), stop(0), ...end('max_tokens'))).toEqual([true])
  })

  it('is not completed by an error', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(isComplete(args(0, '{"a":1}'), error)).toEqual([false])
    expect(isComplete(args(0, '{"a":1}'), stop(0), error)).toEqual([true])
  })
})

describe('usage', () => {
  it('takes the last number of each field and never adds', () => {
    const first = {
      input_tokens: 10,
      output_tokens: 1,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
    }
    const deltas = [finish(null, { output_tokens: 1 }), finish('end_turn', { ...first, output_tokens: 2 })]
    expect(usageOf(startMessage(first), ...deltas, stopMessage)).toEqual({
      inputTokens: 10,
      cacheReadTokens: 100,
      cacheWriteTokens: 20,
      outputTokens: 2,
      raw: { ...first, output_tokens: 2 },
    })
  })

  it('may come in message_delta only, or with nulls', () => {
    const zero = { input_tokens: 0, output_tokens: 0 }
    expect(
      usageOf(startMessage(zero), finish('end_turn', { input_tokens: 42, output_tokens: 5 })),
    ).toMatchObject({
      inputTokens: 42,
      outputTokens: 5,
    })
    const nulls = { input_tokens: null, output_tokens: 5, cache_read_input_tokens: null }
    expect(usageOf(startMessage(), finish('end_turn', nulls))).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      raw: nulls,
    })
  })

  it('counts thinking as the reasoning part of the output', () => {
    const usage = { output_tokens: 50, output_tokens_details: { thinking_tokens: 40 } }
    expect(usageOf(startMessage(), finish('end_turn', usage))).toMatchObject({
      outputTokens: 50,
      reasoningTokens: 40,
    })
  })

  it.each([
    ['more thinking than output', { output_tokens: 5, output_tokens_details: { thinking_tokens: 6 } }],
    ['a negative count', { output_tokens: -1 }],
    ['half a token', { output_tokens: 0.5 }],
  ])('is only raw under a contradiction: %s', (_name, usage) => {
    const read = usageOf(startMessage(), finish('end_turn', usage))
    expect(read).toEqual({ raw: usage, contradiction: expect.any(String) })
  })

  it('is absent where the wire gave none', () => {
    expect(
      read([
        { type: 'message_start', message: { id: 'm' } },
        { type: 'message_delta', delta: {} },
      ]).turn,
    ).not.toHaveProperty('usage')
  })
})

describe('finish and state', () => {
  it('are open, answered and closed', () => {
    expect(read([]).turn).toEqual({ blocks: [], meta: {}, state: 'open' })
    expect(read([startMessage(), ...text(0, 'a')]).turn).toMatchObject({ state: 'open' })
    const answered = read([startMessage(), ...text(0, 'a'), finish('end_turn')])
    expect(answered.turn).toMatchObject({ state: 'answered', finish: { reason: 'stop', raw: 'end_turn' } })
    expect(answered).toMatchObject({ finishEvent: 4 })
    expect(answered).not.toHaveProperty('terminatorEvent')
    expect(read([startMessage(), ...end('end_turn')])).toMatchObject({
      turn: { state: 'closed' },
      terminatorEvent: 2,
    })
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'max-tokens'],
    ['model_context_window_exceeded', 'max-tokens'],
    ['refusal', 'content-filter'],
    ['pause_turn', 'stop'],
    ['toString', 'other'],
  ])('%s is %s', (raw, reason) => {
    expect(read([startMessage(), ...end(raw)]).turn.finish).toEqual({ reason, raw })
  })

  it('are answered and absent where message_stop comes without any reason', () => {
    const reading = read([startMessage(), stopMessage])
    expect(reading.turn).not.toHaveProperty('finish')
    expect(reading).toMatchObject({ turn: { state: 'answered' }, terminatorEvent: 1 })
  })

  it('keep the first reason when a later message_delta has none', () => {
    const { turn } = read([
      startMessage(),
      finish('max_tokens'),
      finish(null, { output_tokens: 9 }),
      stopMessage,
    ])
    expect(turn).toMatchObject({ finish: { raw: 'max_tokens' }, usage: { outputTokens: 9 } })
  })

  it('keep id, model and the stop sequence', () => {
    const { turn } = read([
      startMessage(),
      finish('stop_sequence', {}, { stop_sequence: 'END' }),
      stopMessage,
    ])
    expect(turn.meta).toEqual({ responseId: 'msg_1', model: 'claude-x', stopSequence: 'END' })
  })

  it('end the turn: a second message behind message_stop is another turn', () => {
    const { turn } = read([
      startMessage(),
      ...text(0, 'a'),
      ...end('end_turn'),
      startMessage({}, 'msg_2'),
      ...text(0, 'b'),
    ])
    expect(turn.blocks).toEqual([{ type: 'text', text: 'a' }])
    expect(turn.meta.responseId).toBe('msg_1')
  })
})

describe('what is tolerated', () => {
  it('pings, unknown events, unknown deltas, unknown fields and a foreign trailer change nothing', () => {
    const plain = read([startMessage(), ...text(0, 'hi'), ...end('end_turn')]).turn
    const noisy = read([
      startMessage(),
      { type: 'ping' },
      start(0, { type: 'text', text: '', colour: 'red' }),
      { type: 'vertex_event', usage: {} },
      delta(0, { type: 'hologram_delta', text: 'x' }),
      delta(0, { type: 'text_delta', text: 'hi', p: 'abc' }),
      stop(0),
      ...end('end_turn'),
      '[DONE]',
    ]).turn
    expect(noisy).toEqual(plain)
  })

  it('a stream without event names', () => {
    const events = [startMessage(), ...text(0, 'hi'), ...end('end_turn')]
    expect(read(events, false).turn).toEqual(read(events).turn)
  })

  it('the same message_start twice', () => {
    const events = [startMessage(), ...text(0, 'hi'), ...end('end_turn')]
    expect(read([startMessage(), ...events]).turn).toEqual(read(events).turn)
  })

  it('a whole message in message_start', () => {
    const message = {
      id: 'msg_1',
      model: 'claude-x',
      content: [{ type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 4 },
    }
    const { turn } = read([{ type: 'message_start', message }, stopMessage])
    expect(turn).toMatchObject({
      blocks: [{ id: 'a', arguments: '{"n":1}', complete: true }],
      finish: { reason: 'tool-calls' },
      usage: { inputTokens: 3, outputTokens: 4 },
      state: 'closed',
    })
  })
})

describe('errors inside the stream', () => {
  const overloaded = { type: 'overloaded_error', message: 'Overloaded' }

  it.each([
    ['the usual shape', { type: 'error', error: overloaded, request_id: 'req_1' }],
    ['without a type', { error: overloaded }],
    ['as JSON in a text', { type: 'error', error: JSON.stringify(overloaded) }],
  ])('fail the turn and keep what was said: %s', (_name, payload) => {
    const reading = read([
      startMessage(),
      start(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'par' }),
      payload,
      ...end('end_turn'),
    ])
    expect(reading.turn).toMatchObject({
      blocks: [{ type: 'text', text: 'par' }],
      finish: { reason: 'error', failure: { code: 'OVERLOADED', message: 'Overloaded', raw: payload } },
      state: 'closed',
    })
    expect(reading.finishEvent).toBe(3)
  })

  it('may be the first event, with a name alone to tell it', () => {
    const [event] = frameSse(
      new TextEncoder().encode('event: error\ndata: {"type":"overloaded_error","message":"Overloaded"}\n\n'),
    )
    expect(readTurn([event!]).turn).toMatchObject({ blocks: [], finish: { failure: { code: 'OVERLOADED' } } })
  })

  it('may stand outside of any event', () => {
    const body = `{"type":"error","error":${JSON.stringify(overloaded)}}\n`
    const { turn } = readTurn(frameSse(new TextEncoder().encode(body)))
    expect(turn).toMatchObject({ finish: { failure: { code: 'OVERLOADED' } }, state: 'closed' })
  })

  it('stand beside a finish that was already said', () => {
    const { turn } = read([startMessage(), finish('end_turn'), { type: 'error', error: overloaded }])
    expect(turn.finish).toMatchObject({ reason: 'stop', raw: 'end_turn', failure: { code: 'OVERLOADED' } })
  })
})

describe('malformed bytes', () => {
  const body = (tail: string) =>
    readTurn(frameSse(new TextEncoder().encode(`data: ${JSON.stringify(startMessage())}\n\n${tail}`)))

  it('fail the turn with their place', () => {
    const reading = body('data: {"type":"content_bl\n\ndata: {"type":"message_stop"}\n\n')
    expect(reading.turn).toMatchObject({
      state: 'open',
      finish: { reason: 'error', failure: { code: 'TRANSPORT' } },
    })
    expect(reading.damage).toMatchObject({ event: 1, reason: 'the data is not JSON' })
    expect(reading.damage!.end - reading.damage!.start).toBe('data: {"type":"content_bl\n\n'.length)
  })

  it('at the very end are a cut, not a failure', () => {
    const reading = body('data: {"type":"message_del')
    expect(reading.turn).toMatchObject({ state: 'open' })
    expect(reading.turn).not.toHaveProperty('finish')
    expect(reading.damage).toMatchObject({ event: 1 })
  })

  it.each([
    ['a delta without index', { type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } }],
    ['a start without block', { type: 'content_block_start', index: 0 }],
    ['another message spliced in', startMessage({}, 'msg_2')],
  ])('are also %s', (_name, payload) => {
    const { turn, damage } = read([startMessage(), payload, ...end('end_turn')])
    expect(turn.finish).toMatchObject({ reason: 'error', failure: { code: 'TRANSPORT' } })
    expect(damage).toMatchObject({ event: 1 })
  })
})
