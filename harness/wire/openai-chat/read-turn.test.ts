import { existsSync, globSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCallBlock, Turn } from '../../turn/turn.ts'
import { detectFraming, encode, frame } from '../framing/framing.ts'
import type { EventDraft, Reading } from '../wire.ts'
import { readTurn } from './read-turn.ts'

const concat = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces))
const done: EventDraft = { data: '[DONE]' }
const read = (...items: (EventDraft | object)[]): Reading => {
  const drafts = items.map((item) => ('data' in item ? item : { data: JSON.stringify(item) }))
  return readTurn(frame('sse', concat(encode('sse', drafts))))
}
const chunk = (choice: object, rest: object = {}) => ({ choices: [{ index: 0, ...choice }], ...rest })
const delta = (fields: object) => chunk({ delta: fields })
const finish = (reason: string, fields: object = {}) => chunk({ delta: fields, finish_reason: reason })
const call = (...items: object[]) => delta({ tool_calls: items })
const fn = (name: string | undefined, args: unknown) => ({ function: { name, arguments: args } })
const callsOf = (turn: Turn) =>
  turn.blocks.filter((block): block is ToolCallBlock => block.type === 'tool-call')
const brief = (turn: Turn) => callsOf(turn).map((one) => [one.id, one.name, one.arguments])

describe('prose', () => {
  it('joins text, keeps usage of the last chunk, and closes at [DONE]', () => {
    const { turn, evidence, finishEvent, terminatorEvent } = read(
      { ...delta({ role: 'assistant', content: '' }), id: 'c1', model: 'm' },
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      finish('stop'),
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
      done,
    )
    expect(turn).toMatchObject({
      blocks: [{ type: 'text', text: 'Hello' }],
      usage: { inputTokens: 5, outputTokens: 2 },
      finish: { reason: 'stop', raw: 'stop' },
      meta: { responseId: 'c1', model: 'm' },
      state: 'closed',
    })
    expect(evidence).toEqual([{ firstEvent: 1, lastEvent: 2 }])
    expect({ finishEvent, terminatorEvent }).toEqual({ finishEvent: 3, terminatorEvent: 5 })
  })

  it.each(['reasoning_content', 'reasoning', 'reasoning_text'])('reads reasoning from %s', (field) => {
    expect(read(delta({ [field]: 'hm', content: '' }), delta({ content: 'x' })).turn.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'x' },
    ])
  })

  it('takes reasoning once where two fields carry it', () => {
    const { turn } = read(delta({ reasoning_content: 'think', reasoning: 'think' }))
    expect(turn.blocks).toEqual([{ type: 'reasoning', text: 'think' }])
  })

  it('reads reasoning and text of the same delta, reasoning first', () => {
    const { turn } = read(delta({ content: 'a', reasoning: 'b' }), delta({ reasoning: 'c' }))
    expect(turn.blocks).toEqual([
      { type: 'reasoning', text: 'bc' },
      { type: 'text', text: 'a' },
    ])
  })

  it('keeps a refusal apart from text', () => {
    const { turn } = read(delta({ refusal: 'I cannot' }), delta({ refusal: ' help' }), finish('stop'), done)
    expect(turn.blocks).toEqual([{ type: 'refusal', text: 'I cannot help' }])
  })

  it('reads typed content parts and carries the unknown ones', () => {
    const reference = { type: 'reference', reference_ids: [1] }
    const { turn } = read(
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      delta({ content: [{ type: 'text', text: 'ans' }, reference, { type: 'refusal', refusal: 'no' }] }),
      delta({ content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: '!' }] }] }),
    )
    expect(turn.blocks).toEqual([
      { type: 'reasoning', text: 'hm!' },
      { type: 'text', text: 'ans' },
      { type: 'opaque', kind: 'reference', raw: [reference] },
      { type: 'refusal', text: 'no' },
    ])
  })

  it('carries annotations, audio and images without reading them', () => {
    const { turn } = read(delta({ annotations: [{ type: 'url_citation' }], images: [] }))
    expect(turn.blocks).toEqual([{ type: 'opaque', kind: 'annotations', raw: [[{ type: 'url_citation' }]] }])
  })

  it('ignores null, empty and absent deltas, empty roles and empty tool_calls', () => {
    const { turn } = read(
      { id: '', model: '', choices: [], prompt_filter_results: [] },
      chunk({ delta: null }),
      chunk({ finish_reason: null, content_filter_offsets: {} }),
      delta({ role: '', content: null, tool_calls: null, refusal: null }),
      { ...delta({ content: 'x', tool_calls: [] }), id: 'c', model: 'm' },
      chunk({ delta: {}, finish_reason: '' }),
      chunk({ finish_reason: 'stop' }),
      done,
    )
    expect(turn).toEqual({
      blocks: [{ type: 'text', text: 'x' }],
      finish: { reason: 'stop', raw: 'stop' },
      meta: { responseId: 'c', model: 'm' },
      state: 'closed',
    })
  })

  it('reads only choice 0', () => {
    const { turn } = read(
      {
        choices: [
          { index: 1, delta: { content: 'B' } },
          { index: 0, delta: { content: 'A' } },
        ],
      },
      { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
      {
        choices: [
          { delta: {}, finish_reason: 'stop' },
          { delta: { content: 'C' }, finish_reason: 'length' },
        ],
      },
      done,
    )
    expect(turn).toMatchObject({ blocks: [{ text: 'A' }], finish: { raw: 'stop' } })
  })

  it('reads content that comes with or after the finish', () => {
    const { turn, finishEvent } = read(finish('stop', { content: 'a' }), delta({ content: 'b' }), done)
    expect(turn.blocks).toEqual([{ type: 'text', text: 'ab' }])
    expect(finishEvent).toBe(0)
  })

  it('reads a whole message where no delta came, and not where one did', () => {
    const message = { content: 'Hi', tool_calls: [{ id: 'a', ...fn('f', '{}') }] }
    expect(read(chunk({ message, finish_reason: 'stop' })).turn).toMatchObject({
      blocks: [{ text: 'Hi' }, { id: 'a', complete: true }],
      state: 'answered',
    })
    expect(read(chunk({ delta: { content: 'Hi' }, message }), chunk({ message })).turn.blocks).toHaveLength(1)
  })
})

describe('tool calls', () => {
  it('joins calls interleaved by index', () => {
    const { turn } = read(
      call({ index: 0, id: 'a', ...fn('f', '') }, { index: 1, id: 'b', ...fn('g', '') }),
      call({ index: 1, ...fn(undefined, '{"y"') }),
      call({ index: 0, ...fn(undefined, '{"x":1}') }, { index: 1, ...fn(undefined, ':2}') }),
      finish('tool_calls'),
      done,
    )
    expect(brief(turn)).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{"y":2}'],
    ])
    expect(callsOf(turn).every((one) => one.complete)).toBe(true)
  })

  const one = [['a', 'f', '{"x":1}']]
  const two = [
    ['a', 'f', '{"x":1}'],
    ['b', 'g', '{}'],
  ]
  it.each<[string, object[], string[][]]>([
    [
      'a late name',
      [
        { index: 0, id: 'a', ...fn(undefined, '') },
        { index: 0, ...fn('f', '{"x":1}') },
      ],
      one,
    ],
    [
      'id and name after a part of the arguments',
      [
        { index: 0, ...fn(undefined, '{"x"') },
        { index: 0, id: 'a', ...fn('f', ':1}') },
      ],
      one,
    ],
    [
      'a repeated id and an empty name',
      [
        { index: 0, id: 'a', ...fn('f', '{"x"') },
        { index: 0, id: 'a', ...fn('', ':1}') },
      ],
      one,
    ],
    [
      'an empty id and a null name',
      [
        { index: 0, id: 'a', ...fn('f', '{"x"') },
        { index: 0, id: '', function: { name: null, arguments: ':1}' } },
      ],
      one,
    ],
    [
      'a repeated name',
      [
        { index: 0, id: 'a', ...fn('f', '{"x"') },
        { index: 0, ...fn('f', ':1}') },
      ],
      one,
    ],
    [
      'a rotating id without a name',
      [
        { index: 0, id: 'a', ...fn('f', '{"x"') },
        { index: 0, id: 'b', ...fn(undefined, ':1}') },
      ],
      one,
    ],
    [
      'an index that starts at 1',
      [
        { index: 1, id: 'a', ...fn('f', '{"x"') },
        { index: 1, ...fn(undefined, ':1}') },
      ],
      one,
    ],
    ['no index', [{ id: 'a', ...fn('f', '{"x"') }, { ...fn(undefined, ':1}') }], one],
    [
      'no index, a repeated id',
      [
        { id: 'a', ...fn('f', '{"x"') },
        { id: 'a', ...fn(undefined, ':1}') },
      ],
      one,
    ],
    ['a missing id', [{ index: 0, ...fn('f', '{"x":1}') }], [['', 'f', '{"x":1}']]],
    [
      'an index used twice',
      [
        { index: 0, id: 'a', ...fn('f', '{"x":1}') },
        { index: 0, id: 'b', ...fn('g', '{}') },
      ],
      two,
    ],
    [
      'two calls without index',
      [
        { id: 'a', ...fn('f', '{"x":1}') },
        { id: 'b', ...fn('g', '{}') },
      ],
      two,
    ],
    [
      'two calls with nothing but names',
      [fn('f', '{"x":1}'), fn('f', '{}')],
      [
        ['', 'f', '{"x":1}'],
        ['', 'f', '{}'],
      ],
    ],
    [
      'one id at two indexes',
      [
        { index: 0, id: 'a', ...fn('f', '{"x":1}') },
        { index: 1, id: 'a', ...fn('g', '{}') },
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['a', 'g', '{}'],
      ],
    ],
    [
      'falling indexes',
      [
        { index: 1, id: 'a', ...fn('f', '{"x":1}') },
        { index: 0, id: 'b', ...fn('g', '{}') },
      ],
      two,
    ],
    ['no arguments', [{ index: 0, id: 'a', function: { name: 'f' } }], [['a', 'f', '']]],
  ])('reads %s', (_, items, expected) => {
    expect(brief(read(...items.map((item) => call(item)), finish('tool_calls')).turn)).toEqual(expected)
  })

  it('takes an object for a whole value', () => {
    const { turn, evidence } = read(call({ index: 0, id: 'a', ...fn('f', { x: 1 }) }), finish('tool_calls'))
    expect(brief(turn)).toEqual([['a', 'f', '{"x":1}']])
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 0, argumentsAs: 'value' }])
  })

  it('reads the older function_call', () => {
    const { turn } = read(
      delta({ function_call: { name: 'f', arguments: '{' } }),
      delta({ function_call: { arguments: '}' } }),
      finish('function_call'),
    )
    expect(brief(turn)).toEqual([['', 'f', '{}']])
    expect(turn.finish).toEqual({ reason: 'tool-calls', raw: 'function_call' })
  })

  it.each<[string, (object | EventDraft)[], boolean]>([
    ['stop', [finish('stop')], true],
    ['tool_calls with arguments that do not parse', [finish('tool_calls')], true],
    ['an unknown reason', [finish('eos_weird')], true],
    ['length', [finish('length')], false],
    ['content_filter', [finish('content_filter')], false],
    ['a cut', [], false],
    ['[DONE] alone', [done], false],
    ['an error', [{ error: { message: 'x' } }], false],
  ])('says whether calls are complete after %s', (_, end, complete) => {
    const { turn } = read(call({ index: 0, id: 'a', ...fn('f', '{"city":"Pa') }), ...end)
    expect(callsOf(turn)).toEqual([
      { type: 'tool-call', id: 'a', name: 'f', arguments: '{"city":"Pa', complete },
    ])
  })
})

describe('ends', () => {
  const text = delta({ content: 'x' })
  const usage = { prompt_tokens: 1, completion_tokens: 1 }
  it.each<[string, (object | EventDraft)[], string, string | undefined]>([
    ['no finish', [text], 'open', undefined],
    ['a finish without [DONE]', [text, finish('stop')], 'answered', 'stop'],
    ['[DONE] without a finish', [text, done], 'answered', undefined],
    ['[DONE] alone', [done], 'answered', undefined],
    ['usage without choices and without a finish', [text, { choices: [], usage }], 'answered', undefined],
    ['usage without choices before content', [{ choices: [], usage }, text], 'open', undefined],
    ['no choices and null usage', [text, { choices: [], usage: null }], 'open', undefined],
    ['event: done', [text, finish('stop'), { event: 'done', data: '{}' }], 'closed', 'stop'],
    ['two finishes', [text, finish('stop'), finish('length'), done], 'closed', 'length'],
    ['an unknown reason', [text, finish('eos_weird'), done], 'closed', 'eos_weird'],
  ])('reads %s', (_, items, state, raw) => {
    const { turn } = read(...items)
    expect(turn.state).toBe(state)
    expect(turn.finish?.raw).toBe(raw)
  })

  it('ignores what follows the terminator', () => {
    expect(read(text, finish('stop'), done, text, { error: 'x' }).turn.blocks).toEqual([
      { type: 'text', text: 'x' },
    ])
  })

  it('reads finish_reason error as a failure', () => {
    expect(read(text, finish('error'), done).turn.finish).toMatchObject({
      reason: 'error',
      raw: 'error',
      failure: { code: 'UNKNOWN' },
    })
  })
})

describe('errors inside the stream', () => {
  const text = delta({ content: 'x' })
  it.each<[string, object | EventDraft, object]>([
    [
      'an object',
      { error: { message: 'busy', type: 'overloaded_error', code: 529 } },
      { code: 'OVERLOADED', message: 'busy', providerCode: '529', providerType: 'overloaded_error' },
    ],
    ['a string', { error: 'boom' }, { code: 'UNKNOWN', message: 'boom' }],
    ['JSON in a string', { error: '{"message":"slow","code":429}' }, { code: 'RATE_LIMIT', message: 'slow' }],
    [
      'event: error',
      {
        event: 'error',
        data: '{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed","status_code":400}}',
      },
      { code: 'INVALID_REQUEST', providerCode: 'tool_use_failed' },
    ],
    ['event: error with text', { event: 'error', data: 'gone' }, { code: 'UNKNOWN', message: 'gone' }],
    [
      'an object beside choices',
      {
        error: { code: 502, message: 'Upstream' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
      { code: 'SERVER', message: 'Upstream', providerCode: '502' },
    ],
    [
      'an object inside a choice',
      chunk({ delta: {}, finish_reason: 'error', error: { code: 429, message: 'Slow down' } }),
      { code: 'RATE_LIMIT', message: 'Slow down' },
    ],
    [
      'bare fields',
      { object: 'error', message: 'bad', type: 'BadRequestError', param: null, code: 400 },
      { code: 'INVALID_REQUEST', message: 'bad', providerType: 'BadRequestError' },
    ],
    [
      'x_groq',
      { x_groq: { error: 'over capacity' }, choices: [] },
      { code: 'UNKNOWN', message: 'over capacity' },
    ],
    ['an array', { data: '[{"error":{"code":401,"message":"no"}}]' }, { code: 'AUTH', message: 'no' }],
    ['detail', { detail: 'Not authorised' }, { code: 'UNKNOWN', message: 'Not authorised' }],
  ])('reads %s', (_, payload, failure) => {
    const { turn, finishEvent } = read(text, payload, text, done)
    expect(turn.finish).toMatchObject({ reason: 'error', failure })
    expect(turn.blocks).toEqual([{ type: 'text', text: 'x' }])
    expect(turn.state).toBe('closed')
    expect(finishEvent).toBe(1)
  })

  it('keeps the finish reason that came with the error', () => {
    const { turn } = read({ error: { message: 'x' }, choices: [{ finish_reason: 'error' }] })
    expect(turn.finish?.raw).toBe('error')
  })

  it('reads the usage that came with the error', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    expect(read({ error: 'x', choices: [], usage }).turn.usage).toMatchObject({ outputTokens: 2 })
  })

  it('does not take error: null for an error', () => {
    expect(read({ ...text, error: null, message: null }).turn.finish).toBeUndefined()
  })

  it('puts an error behind the finish beside it', () => {
    expect(read(text, finish('stop'), { error: 'late' }).turn.finish).toMatchObject({
      reason: 'stop',
      failure: { message: 'late' },
    })
  })

  it('gives a failure and the place of an event that is not JSON', () => {
    const { turn, damage } = read(text, { data: '{"choices":[' }, text, done)
    expect(turn).toMatchObject({
      blocks: [{ text: 'x' }],
      finish: { reason: 'error', failure: { code: 'TRANSPORT' } },
    })
    expect(turn.state).toBe('open')
    expect(damage).toMatchObject({ event: 1, reason: 'the data is not JSON' })
  })

  it('takes a last event that does not parse for a cut', () => {
    const body = new TextEncoder().encode(`data: ${JSON.stringify(text)}\n\ndata: {"choi`)
    const { turn, damage } = readTurn(frame('sse', body))
    expect(turn).toEqual({ blocks: [{ type: 'text', text: 'x' }], meta: {}, state: 'open' })
    expect(damage?.event).toBe(1)
  })

  it('reads a last event without its blank line', () => {
    const body = new TextEncoder().encode(`data: ${JSON.stringify(finish('stop', { content: 'x' }))}`)
    expect(readTurn(frame('sse', body)).turn).toMatchObject({ blocks: [{ text: 'x' }], state: 'answered' })
  })
})

describe('usage', () => {
  const usageOf = (...items: object[]) => read(...items).turn.usage
  const plain = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  it.each<[string, object, object]>([
    [
      'cached and reasoning tokens',
      {
        ...plain,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
      },
      { inputTokens: 6, cacheReadTokens: 4, outputTokens: 5, reasoningTokens: 2 },
    ],
    [
      'DeepSeek spelling',
      { ...plain, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 },
      { inputTokens: 6, cacheReadTokens: 4, outputTokens: 5 },
    ],
    [
      'num_cached_tokens',
      { ...plain, num_cached_tokens: 8 },
      { inputTokens: 2, cacheReadTokens: 8, outputTokens: 5 },
    ],
    [
      'cache writes',
      { ...plain, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 } },
      { inputTokens: 5, cacheReadTokens: 4, cacheWriteTokens: 1, outputTokens: 5 },
    ],
  ])('reads %s', (_, usage, expected) => {
    expect(usageOf({ choices: [], usage })).toEqual({ ...expected, raw: usage })
  })

  it.each<[string, object]>([
    ['reasoning > completion', { ...plain, completion_tokens_details: { reasoning_tokens: 9 } }],
    ['total is not the sum', { ...plain, total_tokens: 104 }],
    ['cached > prompt', { ...plain, prompt_tokens_details: { cached_tokens: 11 } }],
  ])('gives only the raw usage where %s', (_, usage) => {
    expect(usageOf({ choices: [], usage })).toEqual({ raw: usage, contradiction: expect.any(String) })
  })

  it('takes the last of cumulative usages, in the chunk, in the choice or in x_groq, and ignores null', () => {
    const later = { ...plain, completion_tokens: 6, total_tokens: 16 }
    const expected = { inputTokens: 10, outputTokens: 6, raw: later }
    expect(usageOf(chunk({ delta: {} }, { usage: plain }), chunk({ delta: {} }, { usage: later }))).toEqual(
      expected,
    )
    expect(usageOf(chunk({ delta: {}, usage: later }), chunk({ delta: {} }, { usage: null }))).toEqual(
      expected,
    )
    expect(usageOf(chunk({ delta: {} }, { x_groq: { usage: later } }))).toEqual(expected)
  })
})

describe('mutated bodies', () => {
  it('never throw and never hang', () => {
    const items = [
      { ...delta({ role: 'assistant', content: 'Hé', reasoning: 'x' }), id: 'c', model: 'm' },
      call({ index: 0, id: 'a', ...fn('f', '{"x":"') }, { index: 1, id: 'b', ...fn('g', { y: [1] }) }),
      finish('tool_calls', { content: [{ type: 'text', text: 'z' }] }),
      { choices: [], usage: { prompt_tokens: 1, completion_tokens_details: { reasoning_tokens: 1 } } },
      { error: { message: 'x', code: 1 } },
    ]
    const body = concat(
      encode(
        'sse',
        items.map((item) => ({ data: JSON.stringify(item) })),
      ),
    )
    const mutation = fc.record({
      at: fc.nat(body.length),
      cut: fc.nat(8),
      insert: fc.string({ maxLength: 6 }),
    })
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        const mutated = mutations.reduce(
          (left, { at, cut, insert }) =>
            concat([left.slice(0, at), Buffer.from(insert), left.slice(at + cut)]),
          body,
        )
        const { turn, evidence } = readTurn(frame('sse', mutated))
        expect(evidence).toHaveLength(turn.blocks.length)
      }),
      { numRuns: 1000 },
    )
  })

  it('may hold any JSON value in any place', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const fields = fc.dictionary(
      fc.constantFrom(
        'choices',
        'index',
        'delta',
        'content',
        'tool_calls',
        'function',
        'usage',
        'error',
        'id',
        'name',
      ),
      value,
    )
    const payload = fc.oneof(
      value,
      fields,
      fields.map(delta),
      fields.map((item) => call(item)),
      fields.map(chunk),
    )
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 5 }), (payloads) => {
        const drafts = payloads.map((item) => ({ data: JSON.stringify(item) }))
        const { turn, evidence } = readTurn(frame('sse', concat(encode('sse', drafts))))
        expect(evidence).toHaveLength(turn.blocks.length)
      }),
      { numRuns: 1000 },
    )
  })
})

const corpus = process.env['STREAMPROOF_CORPUS'] ?? ''
describe.skipIf(!existsSync(`${corpus}/openai-chat`))('the recorded streams', () => {
  const files = globSync(`${corpus}/openai-chat/*/*`).filter((file) => {
    return file.endsWith('.chunks.txt') || detectFraming(readFileSync(file)) === 'sse'
  })
  it.each(files.map((file) => [file.slice(corpus.length + 1), file]))('%s gives a turn', (_, file) => {
    const { turn, damage } = readTurn(
      frame(file.endsWith('.chunks.txt') ? 'ndjson' : 'sse', readFileSync(file)),
    )
    expect(damage).toBeUndefined()
    expect(turn.blocks.length + (turn.finish === undefined ? 0 : 1)).toBeGreaterThan(0)
    // xAI counts reasoning beside the completion, so its sums do not hold.
    if (!file.includes('/xai/')) expect(turn.usage?.contradiction).toBeUndefined()
    expect(turn.finish?.reason).not.toBe('other')
  })
})
