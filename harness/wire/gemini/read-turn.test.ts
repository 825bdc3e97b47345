/** Streams written by hand, one for each thing the reader must get right. */

import { describe, expect, it } from 'vitest'
import { frame } from '../framing/framing.ts'
import type { Reading } from '../wire.ts'
import { readTurn } from './read-turn.ts'

function read(...payloads: unknown[]): Reading {
  const text = payloads
    .map((payload) => (typeof payload === 'string' ? payload : `data: ${JSON.stringify(payload)}\r\n\r\n`))
    .join('')
  return readTurn(frame('sse', new TextEncoder().encode(text)))
}

const chunk = (parts: unknown[], candidate: object = {}, fields: object = {}) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...candidate }],
  ...fields,
})
const stop = { finishReason: 'STOP' }
const call = (functionCall: object, rest: object = {}) => ({ functionCall, ...rest })

describe('parts', () => {
  it('join to one text over chunks, and the finish closes the turn', () => {
    const meta = { responseId: 'r1', modelVersion: 'm' }
    const { turn, evidence, finishEvent } = read(
      chunk([{ text: 'Hel' }], {}, meta),
      chunk([{ text: 'lo' }], stop, meta),
    )
    expect(turn).toEqual({
      blocks: [{ type: 'text', text: 'Hello' }],
      finish: { reason: 'stop', raw: 'STOP' },
      meta: { responseId: 'r1', model: 'm' },
      state: 'closed',
    })
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 1 }])
    expect(finishEvent).toBe(1)
  })

  it('alternate between thoughts and texts', () => {
    const { turn } = read(
      chunk([{ text: 'hm', thought: true }, { text: 'a' }]),
      chunk([{ text: 'm', thought: true, thoughtSignature: 'c2ln' }]),
    )
    expect(turn.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'reasoning', text: 'm', signature: 'c2ln' },
    ])
  })

  it('part a text from the one behind a call', () => {
    const { turn } = read(chunk([{ text: 'before' }, call({ name: 'f', args: {} }), { text: 'after' }], stop))
    expect(turn.blocks.map(({ type }) => type)).toEqual(['text', 'tool-call', 'text'])
  })

  it('that are empty say nothing and part nothing', () => {
    const { turn } = read(chunk([{ text: 'a' }, { text: '', thought: true }, { text: 'b' }, { text: '' }]))
    expect(turn.blocks).toEqual([{ type: 'text', text: 'ab' }])
  })

  it('with a signature on a text that is no thought are plain texts', () => {
    const { turn } = read(chunk([{ text: 'a' }, { text: '', thoughtSignature: 'c2ln' }]))
    expect(turn.blocks).toEqual([{ type: 'text', text: 'a' }])
  })

  it('of other kinds are opaque, by the name of their data', () => {
    const code = { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 'x' }
    expect(read(chunk([code])).turn.blocks).toEqual([{ type: 'opaque', kind: 'executableCode', raw: code }])
  })

  it('of other candidates do not leak in', () => {
    const { turn } = read({
      candidates: [
        { index: 1, content: { parts: [{ text: 'B' }] }, finishReason: 'MAX_TOKENS' },
        { content: { parts: [{ text: 'A' }] }, finishReason: 'STOP' },
      ],
    })
    expect(turn.blocks).toEqual([{ type: 'text', text: 'A' }])
    expect(turn.finish?.raw).toBe('STOP')
  })

  it('may be missing from a candidate, or from its content', () => {
    const { turn, damage } = read(
      { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }] },
      { candidates: [{ content: { 'missing-parts': true } }] },
      { candidates: null },
    )
    expect(turn.blocks).toEqual([])
    expect(turn.finish).toEqual({ reason: 'other', raw: 'MALFORMED_FUNCTION_CALL' })
    expect(damage).toBeUndefined()
  })

  it('have grounding behind them, the last one sent', () => {
    const first = { groundingMetadata: { webSearchQueries: ['a'] } }
    const { turn } = read(
      chunk([{ text: 'a' }], first),
      chunk([{ text: 'b' }], { groundingMetadata: { webSearchQueries: ['b'] } }),
    )
    expect(turn.blocks).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'opaque', kind: 'groundingMetadata', raw: { webSearchQueries: ['b'] } },
    ])
  })
})

describe('calls', () => {
  it('come whole, with or without an id, and are their own end', () => {
    const one = call({ name: 'f', args: { a: 1 }, id: 'i' }, { thoughtSignature: 'c2ln' })
    const { turn, evidence } = read(chunk([one, call({ name: 'g' })]))
    expect(turn.blocks).toEqual([
      { type: 'tool-call', id: 'i', name: 'f', arguments: '{"a":1}', complete: true, signature: 'c2ln' },
      { type: 'tool-call', id: '', name: 'g', arguments: '{}', complete: true },
    ])
    expect(evidence[0]).toEqual({ firstEvent: 0, lastEvent: 0, endEvent: 0, argumentsAs: 'value' })
  })

  it('make STOP a finish of calls, and MAX_TOKENS stays a cut', () => {
    const parts = [call({ name: 'f', args: {} })]
    expect(read(chunk(parts, stop)).turn.finish).toEqual({ reason: 'tool-calls', raw: 'STOP' })
    const cut = read(chunk(parts, { finishReason: 'MAX_TOKENS' })).turn
    expect(cut.finish?.reason).toBe('max-tokens')
    expect(cut.blocks).toMatchObject([{ complete: true }])
  })

  it('may have their arguments as a JSON text', () => {
    expect(read(chunk([call({ name: 'f', args: '{"a": 1.0}' })])).turn.blocks).toMatchObject([
      { arguments: '{"a": 1.0}' },
    ])
  })
})

describe('streamed arguments', () => {
  const start = chunk([call({ name: 'f', willContinue: true })])
  const piece = (jsonPath: string, value: object, rest: object = { willContinue: true }) =>
    chunk([call({ partialArgs: [{ jsonPath, ...value }], ...rest })])
  const end = chunk([call({})])
  const argumentsOf = (...payloads: unknown[]) => {
    const block = read(start, ...payloads).turn.blocks[0]
    return block?.type === 'tool-call' ? (JSON.parse(block.arguments) as unknown) : undefined
  }

  it('join strings while their path is open, and an empty call ends the call', () => {
    const { turn, evidence } = read(
      start,
      piece('$.s', { stringValue: 'ab', willContinue: true }),
      piece('$.s', { stringValue: 'cd' }),
      end,
    )
    expect(turn.blocks).toMatchObject([{ name: 'f', arguments: '{"s":"abcd"}', complete: true }])
    expect(evidence).toEqual([{ firstEvent: 0, lastEvent: 3, endEvent: 3, argumentsAs: 'value' }])
  })

  it('end with the last piece where it does not continue', () => {
    const { turn } = read(start, piece('$.n', { numberValue: 1 }, {}), chunk([{ text: '' }], stop))
    expect(turn.blocks).toMatchObject([{ arguments: '{"n":1}', complete: true }])
  })

  it('that never ended are whole by a fair finish, and not without one', () => {
    expect(read(start, piece('$.n', { numberValue: 1 })).turn.blocks).toMatchObject([{ complete: false }])
    expect(read(start, chunk([], stop)).turn.blocks).toMatchObject([{ complete: true }])
    expect(read(start, chunk([], { finishReason: 'MAX_TOKENS' })).turn.blocks).toMatchObject([
      { complete: false },
    ])
  })

  it('build objects and arrays by their paths', () => {
    expect(
      argumentsOf(
        piece('$.a[0].b', { boolValue: true }),
        piece("$['x y'][0]", { nullValue: 'NULL_VALUE' }),
        piece('$.a[1].b', { numberValue: 2 }),
        piece('$.list', {}),
      ),
    ).toEqual({ a: [{ b: true }, { b: 2 }], 'x y': [null], list: {} })
  })

  it('leave out what has no place', () => {
    expect(
      argumentsOf(
        piece('$.a[0]', { stringValue: 'x' }),
        piece('$.a.7', { stringValue: 'y' }),
        piece('$.a[4000000000]', { stringValue: 'y' }),
        piece('$.a[0].b', { stringValue: 'y' }),
        piece('nonsense', { stringValue: 'y' }),
      ),
    ).toEqual({ a: ['x'] })
  })

  it('keep a name that JavaScript knows otherwise', () => {
    const block = read(start, piece('$.__proto__', { stringValue: 'x' })).turn.blocks[0]
    expect(block).toMatchObject({ arguments: '{"__proto__":"x"}' })
  })

  it('of two calls stay apart', () => {
    const { turn } = read(
      start,
      piece('$.n', { numberValue: 1 }),
      end,
      start,
      piece('$.n', { numberValue: 2 }),
      end,
    )
    expect(turn.blocks).toMatchObject([{ arguments: '{"n":1}' }, { arguments: '{"n":2}' }])
  })
})

describe('ends', () => {
  it('is open without a finish reason', () => {
    expect(read(chunk([{ text: 'Hi' }])).turn).toMatchObject({ state: 'open' })
    expect(read(chunk([{ text: 'Hi' }], { finishReason: 'FINISH_REASON_UNSPECIFIED' })).turn.state).toBe(
      'open',
    )
  })

  it('takes the last finish reason, and content behind the first', () => {
    const { turn } = read(
      chunk([{ text: 'a' }], stop),
      chunk([{ text: 'b' }], { finishReason: 'RECITATION' }),
    )
    expect(turn.blocks).toEqual([{ type: 'text', text: 'ab' }])
    expect(turn.finish).toEqual({ reason: 'content-filter', raw: 'RECITATION' })
  })

  it.each([
    ['SAFETY', 'content-filter'],
    ['MAX_TOKENS', 'max-tokens'],
    ['UNEXPECTED_TOOL_CALL', 'other'],
    ['BRAND_NEW', 'other'],
    [1, 'stop'],
  ])('reads %s as %s', (finishReason, reason) => {
    expect(read(chunk([{ text: 'a' }], { finishReason })).turn.finish?.reason).toBe(reason)
  })

  it('a blocked prompt is filtered', () => {
    const { turn, finishEvent } = read({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
    })
    expect(turn.finish).toEqual({ reason: 'content-filter', raw: 'PROHIBITED_CONTENT' })
    expect(turn).toMatchObject({ state: 'closed', usage: { inputTokens: 10 } })
    expect(finishEvent).toBe(0)
  })

  it.each<[string, unknown]>([
    ['as an object', { error: { code: 503, status: 'UNAVAILABLE', message: 'Overloaded' } }],
    ['in an array', [{ error: { code: 503, status: 'UNAVAILABLE', message: 'Overloaded' } }]],
  ])('an error is a failure: %s', (_name, payload) => {
    const { turn, finishEvent } = read(chunk([{ text: 'Hi' }]), payload, chunk([{ text: 'late' }], stop))
    expect(turn.finish).toMatchObject({
      reason: 'error',
      failure: { code: 'OVERLOADED', message: 'Overloaded' },
    })
    expect(turn.blocks).toEqual([{ type: 'text', text: 'Hi' }])
    expect(turn.state).toBe('closed')
    expect(finishEvent).toBe(1)
  })

  it('an error object that stands outside of any event is a failure too', () => {
    const lines =
      '{\n  "error": {\n    "code": 499,\n    "status": "CANCELLED",\n    "message": "x"\n  }\n}\n'
    const { turn, finishEvent } = read(chunk([{ text: 'Hi' }]), lines)
    expect(turn.finish).toMatchObject({ reason: 'error', failure: { code: 'ABORTED', providerCode: '499' } })
    expect(turn.state).toBe('closed')
    expect(finishEvent).toBe(1)
  })

  it('an error behind a finish stands beside it', () => {
    const { turn } = read(chunk([{ text: 'Hi' }], stop), { error: { status: 'CANCELLED', message: 'x' } })
    expect(turn.finish).toMatchObject({ reason: 'stop', raw: 'STOP', failure: { code: 'ABORTED' } })
  })
})

describe('usage', () => {
  const usage = (...sent: object[]) =>
    read(...sent.map((usageMetadata) => chunk([{ text: 'a' }], {}, { usageMetadata }))).turn.usage

  it('counts thoughts and tool results in, and cached tokens out', () => {
    const sent = {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      toolUsePromptTokenCount: 90,
      candidatesTokenCount: 13,
      thoughtsTokenCount: 7,
      totalTokenCount: 120,
    }
    expect(usage(sent)).toEqual({
      inputTokens: 96,
      cacheReadTokens: 4,
      outputTokens: 20,
      reasoningTokens: 7,
      raw: sent,
    })
  })

  it('takes the last object, and none that counts nothing', () => {
    const counts = (output: number) => ({ promptTokenCount: 1, candidatesTokenCount: output })
    expect(usage(counts(1), counts(5), { trafficType: 'ON_DEMAND' })).toMatchObject({ outputTokens: 5 })
    expect(usage({ trafficType: 'ON_DEMAND' })).toEqual({ raw: { trafficType: 'ON_DEMAND' } })
  })

  it('comes in a last chunk without candidates', () => {
    const { turn } = read(chunk([{ text: 'a' }], stop), { usageMetadata: { promptTokenCount: 3 } })
    expect(turn.usage?.inputTokens).toBe(3)
  })

  it.each([
    { promptTokenCount: 1, cachedContentTokenCount: 2 },
    { promptTokenCount: 18, candidatesTokenCount: 1, thoughtsTokenCount: 196, totalTokenCount: 214 },
    { candidatesTokenCount: -1 },
  ])('keeps only the raw object of a contradiction: %j', (sent) => {
    expect(Object.keys(usage(sent) ?? {}).toSorted()).toEqual(['contradiction', 'raw'])
  })
})

describe('framing', () => {
  it('reads a JSON array', () => {
    const body = new TextEncoder().encode(
      JSON.stringify([chunk([{ text: 'a' }]), chunk([{ text: 'b' }], stop)]),
    )
    expect(readTurn(frame('json-array', body)).turn.blocks).toEqual([{ type: 'text', text: 'ab' }])
  })

  it('an event that is not JSON is a damage and a failure, and the last thing read', () => {
    const { turn, damage } = read(chunk([{ text: 'a' }]), 'data: {"cand\n\n', chunk([{ text: 'b' }], stop))
    expect(turn.finish?.failure).toMatchObject({ code: 'TRANSPORT' })
    expect(turn.blocks).toEqual([{ type: 'text', text: 'a' }])
    expect(turn.state).toBe('open')
    expect(damage).toMatchObject({ event: 1 })
  })

  it('a cut inside the last event is a damage, and no failure anybody reported', () => {
    const { turn, damage } = read(chunk([{ text: 'a' }]), 'data: {"cand')
    expect(turn.finish).toBeUndefined()
    expect(damage).toMatchObject({ event: 1 })
  })
})
