/** Streams written by hand, one for each thing the reader must get right. */

import { describe, expect, it } from 'vitest'
import { frame } from '../framing/framing.ts'
import type { Reading } from '../wire.ts'
import { readTurn } from './read-turn.ts'

type Payload = { type?: string } & Record<string, unknown>

function bodyOf(payloads: readonly (Payload | string)[]): Uint8Array {
  const lines = payloads.map((payload) =>
    typeof payload === 'string' ? payload : `data: ${JSON.stringify(payload)}\n\n`,
  )
  return new TextEncoder().encode(lines.join(''))
}

const read = (...payloads: (Payload | string)[]): Reading => readTurn(frame('sse', bodyOf(payloads)))

const created = { type: 'response.created', response: { id: 'resp_1', model: 'm', usage: null } }
const completed = (fields: object = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', output: [], ...fields },
})
const added = (index: number, item: object) => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
})
const done = (index: number, item: object) => ({ ...added(index, item), type: 'response.output_item.done' })
const text = (index: number, delta: string, content = 0) => ({
  type: 'response.output_text.delta',
  output_index: index,
  content_index: content,
  delta,
})
const call = (fields: object = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '',
  ...fields,
})
const args = (index: number, delta: string) => ({
  type: 'response.function_call_arguments.delta',
  output_index: index,
  delta,
})

describe('texts', () => {
  it('join their deltas, and the finish is the terminator', () => {
    const { turn, ...rest } = read(created, text(0, 'Hel'), text(0, 'lo'), completed())
    expect(turn).toEqual({
      blocks: [{ type: 'text', text: 'Hello' }],
      finish: { reason: 'stop', raw: 'completed' },
      meta: { responseId: 'resp_1', model: 'm' },
      state: 'closed',
    })
    expect(rest).toMatchObject({ finishEvent: 3, terminatorEvent: 3 })
    expect(rest.evidence).toEqual([{ firstEvent: 1, lastEvent: 2 }])
  })

  it('are what `done` says where it differs from the deltas', () => {
    const whole = { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hello' }
    expect(read(text(0, 'Hel'), whole).turn.blocks).toEqual([{ type: 'text', text: 'Hello' }])
  })

  it('keep their deltas where `done` is empty', () => {
    const empty = { type: 'response.output_text.done', output_index: 0, content_index: 0, text: '' }
    expect(read(text(0, 'Hi'), empty).turn.blocks).toEqual([{ type: 'text', text: 'Hi' }])
  })

  it('are ordered by output_index and content_index, whatever comes first', () => {
    const { turn } = read(text(1, 'c'), text(0, 'b', 1), text(0, 'a', 0))
    expect(turn.blocks.map((block) => 'text' in block && block.text)).toEqual(['a', 'b', 'c'])
  })

  it('have their annotations behind them as citations, once each', () => {
    const annotation = { type: 'url_citation', url: 'https://example.com' }
    const event = {
      type: 'response.output_text.annotation.added',
      output_index: 0,
      content_index: 0,
      annotation_index: 0,
      annotation,
    }
    const item = { type: 'message', content: [{ type: 'output_text', text: 'a', annotations: [annotation] }] }
    expect(read(text(0, 'a'), event, done(0, item)).turn.blocks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'opaque', kind: 'citation', raw: annotation },
    ])
  })

  it('are not mixed with refusals', () => {
    const refusal = { type: 'response.refusal.delta', output_index: 0, content_index: 1, delta: 'No.' }
    expect(read(text(0, 'a'), refusal).turn.blocks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'refusal', text: 'No.' },
    ])
  })
})

describe('reasoning', () => {
  it('is one block an item, with the borders of its summary parts', () => {
    const thought = (at: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index: at,
      delta,
    })
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'abc==' }
    const { turn, evidence } = read(thought(0, 'one'), thought(1, 'two'), done(0, item))
    expect(turn.blocks).toEqual([{ type: 'reasoning', text: 'onetwo', signature: 'abc==' }])
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 2, endEvent: 2, partBorders: [3] }])
  })

  it('takes raw reasoning text', () => {
    const delta = { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'hm' }
    expect(read(delta).turn.blocks).toEqual([{ type: 'reasoning', text: 'hm' }])
  })

  it('without any text is a block too: it may carry a signature', () => {
    expect(read(done(0, { type: 'reasoning', summary: [], encrypted_content: null })).turn.blocks).toEqual([
      { type: 'reasoning', text: '' },
    ])
  })
})

describe('calls', () => {
  const whole = { id: 'call_1', name: 'f', arguments: '{"a":1}' }

  it('have call_id for an id and end with their item', () => {
    const { turn, evidence } = read(
      added(0, call()),
      args(0, '{"a"'),
      args(0, ':1}'),
      done(0, call({ arguments: '{"a":1}' })),
      completed(),
    )
    expect(turn.blocks).toEqual([{ type: 'tool-call', ...whole, complete: true }])
    expect(turn.finish).toEqual({ reason: 'tool-calls', raw: 'completed' })
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 3, endEvent: 3, argumentsAs: 'text' }])
  })

  it.each([
    [
      'function_call_arguments.done',
      [
        added(0, call()),
        { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' },
        completed(),
      ],
    ],
    ['output_item.done', [done(0, call({ arguments: '{"a":1}' })), completed()]],
    ['response.completed', [completed({ output: [call({ arguments: '{"a":1}' })] })]],
  ])('may have their arguments only in %s', (_name, payloads) => {
    expect(read(...payloads).turn.blocks).toEqual([{ type: 'tool-call', ...whole, complete: true }])
  })

  it('are told apart by output_index when they alternate', () => {
    const { turn } = read(
      added(0, call()),
      added(1, call({ call_id: 'call_2' })),
      args(0, '{"a":'),
      args(1, '{"b":'),
      args(0, '1}'),
      args(1, '2}'),
    )
    expect(turn.blocks).toMatchObject([
      { id: 'call_1', arguments: '{"a":1}', complete: false },
      { id: 'call_2', arguments: '{"b":2}', complete: false },
    ])
  })

  it('keep their item when ids change from event to event', () => {
    const { turn } = read(
      added(0, call({ id: 'x1' })),
      { ...args(0, '{}'), item_id: 'x2' },
      done(0, call({ id: 'x3', arguments: '{}' })),
    )
    expect(turn.blocks).toHaveLength(1)
  })

  it('are found by item_id where there is no output_index', () => {
    const { turn } = read(
      { type: 'response.output_item.added', item: call({ id: 'a' }) },
      { type: 'response.output_item.added', item: call({ id: 'b', call_id: 'call_2' }) },
      { type: 'response.function_call_arguments.delta', item_id: 'a', delta: '{}' },
    )
    expect(turn.blocks).toMatchObject([{ arguments: '{}' }, { arguments: '' }])
  })

  it('are two when a second item is added at the index of a finished one', () => {
    const second = call({ call_id: 'call_2', arguments: '{}' })
    const { turn } = read(done(0, call({ arguments: '{}' })), added(0, second), done(0, second))
    expect(turn.blocks).toMatchObject([{ id: 'call_1' }, { id: 'call_2' }])
  })

  it('that a limit cut are not complete, though their item ends', () => {
    const cut = {
      type: 'response.incomplete',
      response: { incomplete_details: { reason: 'max_output_tokens' } },
    }
    const { turn } = read(done(0, call({ arguments: '{"a":', status: 'incomplete' })), cut)
    expect(turn.blocks).toMatchObject([{ complete: false }])
    expect(turn.finish).toEqual({ reason: 'max-tokens', raw: 'max_output_tokens' })
  })

  it('without their marker are not complete in a failed response', () => {
    const failed = { type: 'response.failed', response: { error: { code: 'server_error', message: 'x' } } }
    const { turn } = read(added(0, call()), args(0, '{}'), failed)
    expect(turn.blocks).toMatchObject([{ complete: false }])
  })
})

describe('other items', () => {
  it('are opaque, as last sent', () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    const step = { type: 'response.web_search_call.searching', output_index: 0 }
    const { turn, evidence } = read(added(0, { ...item, status: 'in_progress' }), step, done(0, item))
    expect(turn.blocks).toEqual([{ type: 'opaque', kind: 'web_search_call', raw: item }])
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 2, endEvent: 2 }])
  })

  it('do not make a finish of calls', () => {
    const { turn } = read(done(0, { type: 'custom_tool_call', call_id: 'c', input: 'x' }), completed())
    expect(turn.finish?.reason).toBe('stop')
  })
})

describe('ends', () => {
  it('is open without a terminal event, even behind a whole text', () => {
    const { turn } = read(created, text(0, 'Hi'))
    expect(turn.state).toBe('open')
    expect(turn.finish).toBeUndefined()
  })

  it.each([
    ['content_filter', 'content-filter'],
    ['max_output_tokens', 'max-tokens'],
    ['unheard_of', 'other'],
  ])('an incomplete response with reason %s is %s', (reason, expected) => {
    const { turn } = read({ type: 'response.incomplete', response: { incomplete_details: { reason } } })
    expect(turn.finish).toEqual({ reason: expected, raw: reason })
  })

  it('a cancelled response is aborted', () => {
    const { turn } = read({ type: 'response.cancelled', response: { status: 'cancelled' } })
    expect(turn.finish).toEqual({ reason: 'aborted', raw: 'cancelled' })
  })

  it('response.done leaves the status to the response object', () => {
    const { turn } = read({ type: 'response.done', response: { status: 'completed' } })
    expect(turn.finish).toEqual({ reason: 'stop', raw: 'completed' })
  })

  it.each<[string, Payload | string]>([
    ['flat', { type: 'error', code: 'server_error', message: 'Boom', param: null }],
    ['nested', { type: 'error', error: { type: 'server_error', code: null, message: 'Boom' } }],
    ['bare', { error: { code: 'server_error', message: 'Boom' } }],
    ['named by its event line', 'event: error\ndata: {"code":"server_error","message":"Boom"}\n\n'],
    [
      'response.failed',
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'Boom' } } },
    ],
  ])('an error is a failure: %s', (_name, payload) => {
    const { turn, finishEvent } = read(created, text(0, 'Hi'), payload)
    expect(turn.finish).toMatchObject({ reason: 'error', failure: { code: 'SERVER', message: 'Boom' } })
    expect(turn.finish).not.toHaveProperty('raw')
    expect(turn.state).toBe('closed')
    expect(turn.blocks).toEqual([{ type: 'text', text: 'Hi' }])
    expect(finishEvent).toBe(2)
  })

  it('response.failed behind an error adds usage, not another failure', () => {
    const usage = { input_tokens: 1, output_tokens: 0, total_tokens: 1 }
    const failed = { type: 'response.failed', response: { error: { code: 'x', message: 'other' }, usage } }
    const { turn, finishEvent, terminatorEvent } = read({ type: 'error', message: 'Boom' }, failed)
    expect(turn.finish?.failure?.message).toBe('Boom')
    expect(turn.usage?.inputTokens).toBe(1)
    expect({ finishEvent, terminatorEvent }).toEqual({ finishEvent: 0, terminatorEvent: 1 })
  })

  it('nothing behind the terminal event belongs to the turn', () => {
    expect(read(completed(), text(0, 'late'), 'data: [DONE]\n\n').turn.blocks).toEqual([])
  })
})

describe('tolerance', () => {
  it('unknown events, keepalives and chat chunks change nothing', () => {
    const { turn, damage } = read(
      { type: 'response.future.event', output_index: 3, delta: 'x' },
      { type: 'keepalive', sequence_number: 1 },
      { object: 'chat.completion.chunk', choices: [] },
      text(0, 'Hi'),
    )
    expect(turn.blocks).toEqual([{ type: 'text', text: 'Hi' }])
    expect(damage).toBeUndefined()
  })

  it('terminal output only fills gaps: items the sender left out shift nothing', () => {
    const message = { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }
    const { turn } = read(
      done(0, { type: 'reasoning', summary: [] }),
      done(1, message),
      completed({ output: [message] }),
    )
    expect(turn.blocks.map(({ type }) => type)).toEqual(['reasoning', 'text'])
  })

  it('reads the answer that is not streamed', () => {
    const answer = { object: 'response', id: 'r', status: 'completed', output: [call({ arguments: '{}' })] }
    expect(read(answer).turn).toMatchObject({
      blocks: [{ type: 'tool-call', complete: true }],
      finish: { reason: 'tool-calls' },
      meta: { responseId: 'r' },
    })
  })
})

describe('malformed bytes', () => {
  it('an event that is not JSON is a damage and a failure, and the last thing read', () => {
    const { turn, damage } = read(text(0, 'Hi'), 'data: {"type":\n\n', text(0, '!'), completed())
    expect(turn.finish?.failure).toMatchObject({ code: 'TRANSPORT' })
    expect(turn.blocks).toEqual([{ type: 'text', text: 'Hi' }])
    expect(turn.state).toBe('open')
    expect(damage).toMatchObject({ event: 1 })
  })

  it('a cut inside the last event is a damage, and no failure anybody reported', () => {
    const { turn, damage } = read(text(0, 'Hi'), 'data: {"type":"resp')
    expect(turn.finish).toBeUndefined()
    expect(turn.state).toBe('open')
    expect(damage).toMatchObject({ event: 1 })
  })
})

describe('usage', () => {
  const usage = (fields: object) => read(completed({ usage: fields })).turn.usage

  it('takes cached tokens out of the input', () => {
    const sent = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 17,
    }
    expect(usage(sent)).toEqual({
      inputTokens: 5,
      cacheReadTokens: 4,
      cacheWriteTokens: 1,
      outputTokens: 7,
      reasoningTokens: 5,
      raw: sent,
    })
  })

  it.each([
    { input_tokens: 1, input_tokens_details: { cached_tokens: 2 } },
    { output_tokens: 1, output_tokens_details: { reasoning_tokens: 2 } },
    { input_tokens: 1, output_tokens: 1, total_tokens: 3 },
    { input_tokens: -1 },
    { output_tokens: 1.5 },
  ])('keeps only the raw object of a contradiction: %j', (sent) => {
    expect(Object.keys(usage(sent) ?? {}).toSorted()).toEqual(['contradiction', 'raw'])
  })

  it('is absent where there is none, or null', () => {
    expect(read(completed({ usage: null })).turn).not.toHaveProperty('usage')
  })
})
