/** What the events of pi-ai say, read, written and read again. */

import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionArbitrary } from '../../turn/arbitrary.ts'
import type { Turn } from '../../turn/turn.ts'
import { encode, frame } from '../framing/framing.ts'
import type { Reading } from '../wire.ts'
import { codeOfMessage, readInBandError } from './read-error.ts'
import { piAiEvents, piAiEventsWriter, piAiWireEvents } from './wire.ts'
import { writePiAiEvents } from './write-turn.ts'

const message = (overrides: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content: [],
  api: 'openai-completions',
  provider: 'openai',
  model: 'm',
  usage: {
    input: 3,
    output: 2,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 5,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'stop',
  timestamp: 0,
  ...overrides,
})

const call = (args: Record<string, unknown>, id = 'call-1'): AssistantMessage['content'][number] => ({
  type: 'toolCall',
  id,
  name: 'f',
  arguments: args as Record<string, never>,
})

function read(...events: AssistantMessageEvent[]): Reading {
  return piAiEvents.readTurn(piAiWireEvents(events))
}

function callEvents(text: string, args: Record<string, unknown>): AssistantMessageEvent[] {
  const partial = message({ content: [call({})] })
  const toolCall = call(args) as Extract<AssistantMessage['content'][number], { type: 'toolCall' }>
  return [
    { type: 'toolcall_start', contentIndex: 0, partial },
    { type: 'toolcall_delta', contentIndex: 0, delta: text, partial },
    { type: 'toolcall_end', contentIndex: 0, toolCall, partial },
  ]
}

const types = (events: AssistantMessageEvent[]): string =>
  events
    .map((event) => ('contentIndex' in event ? `${event.type} ${event.contentIndex}` : event.type))
    .join(', ')

const firstBlock = (reading: Reading): unknown => reading.turn.blocks[0]

const done: AssistantMessageEvent = {
  type: 'done',
  reason: 'toolUse',
  message: message({ stopReason: 'toolUse' }),
}

describe('every spelling of a turn, dialects included,', () => {
  it('is read back as the turn', () => {
    fc.assert(
      fc.property(sessionArbitrary(piAiEventsWriter, 'any'), ({ turn, choice }) => {
        const body = Buffer.concat(encode('ndjson', piAiEventsWriter.writeTurn(turn, choice)))
        expect(piAiEvents.readTurn(frame('ndjson', body)).turn).toEqual(turn)
      }),
      { numRuns: 500 },
    )
  })

  it('is the same turn when read from objects', () => {
    fc.assert(
      fc.property(sessionArbitrary(piAiEventsWriter), ({ turn, choice }) => {
        expect(piAiEvents.readTurn(piAiWireEvents(writePiAiEvents(turn, choice))).turn).toEqual(turn)
      }),
      { numRuns: 200 },
    )
  })

  it('needs no second normalisation', () => {
    fc.assert(
      fc.property(sessionArbitrary(piAiEventsWriter), ({ turn }) => {
        expect(piAiEventsWriter.normalise(turn)).toEqual(turn)
      }),
      { numRuns: 300 },
    )
  })
})

describe('spellings', () => {
  const turn = piAiEventsWriter.normalise({
    blocks: [
      { type: 'text', text: 'hi' },
      { type: 'tool-call', id: 'a', name: 'f', arguments: '{"a":1}', complete: true },
      { type: 'tool-call', id: 'b', name: 'g', arguments: '{"b":2}', complete: true },
    ],
    finish: { reason: 'tool-calls', raw: 'toolUse' },
    meta: {},
    state: 'closed',
  })
  const written = (...spellings: string[]): AssistantMessageEvent[] =>
    piAiEventsWriter
      .writeTurn(turn, { spellings, fragments: [4] })
      .map(({ data }) => JSON.parse(data) as AssistantMessageEvent)

  it('share one live message that grows, unless snapshots are asked for', () => {
    const live = [...writePiAiEvents(turn)]
    const partials = live.flatMap((event) => ('partial' in event ? [event.partial] : []))
    expect(new Set(partials).size).toBe(1)
    const [first] = writePiAiEvents(turn, { spellings: ['partial-snapshots'], fragments: [] })
    expect(first).toMatchObject({ type: 'start', partial: { content: [] } })
  })

  it('can show the final message from the start', () => {
    expect(written('partial-ahead')[0]).toMatchObject({
      type: 'start',
      partial: { content: [{ text: 'hi' }, {}, {}] },
    })
  })

  it('can leave the entry out at its start', () => {
    const starts = written('entry-missing-at-start').filter(({ type }) => type === 'toolcall_start')
    expect(starts.map((event) => 'partial' in event && event.partial.content.length)).toEqual([1, 2])
  })

  it('can end all blocks together', () => {
    expect(types(written('ends-late'))).toMatch(/text_end 0, toolcall_end 1, toolcall_end 2, done$/)
  })

  it('can let calls take turns', () => {
    expect(types(written('calls-interleaved'))).toContain(
      'toolcall_start 1, toolcall_start 2, toolcall_delta 1, toolcall_delta 2, toolcall_delta 1',
    )
  })

  it('can tell arguments at the end alone', () => {
    expect(types(written('arguments-at-once'))).not.toContain('toolcall_delta')
  })
})

describe('arguments', () => {
  it('are the text of the deltas where it spells the value of the call', () => {
    const reading = read(...callEvents('{"a": 1.0, "a": 2}', { a: 2 }), done)
    expect(firstBlock(reading)).toMatchObject({ arguments: '{"a": 1.0, "a": 2}', complete: true })
    expect(reading.evidence[0]?.argumentsAs).toBe('text')
  })

  it('are the value of the call where the deltas spell another', () => {
    const reading = read(...callEvents('{"a":1}', { b: 2 }), done)
    expect(firstBlock(reading)).toMatchObject({ arguments: '{"b":2}' })
    expect(reading.evidence[0]?.argumentsAs).toBe('value')
  })

  it('stay malformed where pi-ai repaired them silently', () => {
    expect(firstBlock(read(...callEvents('{"a":"x\ny"}', { a: 'x\ny' }), done))).toMatchObject({
      arguments: '{"a":"x\ny"}',
    })
  })

  it('are empty where nothing was sent', () => {
    expect(firstBlock(read(...callEvents('', {}), done))).toMatchObject({ arguments: '' })
  })
})

describe('a call', () => {
  it('is not whole before done, even when it was ended', () => {
    expect(read(...callEvents('{}', {})).turn).toMatchObject({ blocks: [{ complete: false }], state: 'open' })
    const failed = message({ stopReason: 'error', errorMessage: 'boom' })
    expect(
      read(...callEvents('{}', {}), { type: 'error', reason: 'error', error: failed }).turn,
    ).toMatchObject({
      blocks: [{ complete: false }],
      finish: { reason: 'error', failure: { message: 'boom' } },
    })
  })

  it('has the id of a later message where the first one had no entry', () => {
    const partial = message()
    const reading = read(
      { type: 'toolcall_start', contentIndex: 0, partial },
      {
        type: 'toolcall_delta',
        contentIndex: 0,
        delta: '{}',
        partial: message({ content: [call({}, 'late')] }),
      },
      done,
    )
    expect(reading.turn.blocks).toEqual([
      { type: 'tool-call', id: 'late', name: 'f', arguments: '{}', complete: true },
    ])
  })
})

describe('the end of a stream', () => {
  it('gives usage, model and finish', () => {
    const { turn } = read({
      type: 'done',
      reason: 'stop',
      message: message({ responseId: 'r', responseModel: 'n' }),
    })
    const usage = { inputTokens: 3, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 }
    expect(turn).toMatchObject({ usage, finish: { reason: 'stop', raw: 'stop' }, state: 'closed' })
    expect(turn.meta).toEqual({ model: 'n', responseId: 'r' })
  })

  it('is an error where done carries a pending message', () => {
    const { turn } = read({ type: 'done', reason: 'stop', message: message({ stopReason: 'pending' }) })
    expect(turn.finish).toMatchObject({ reason: 'error', raw: 'pending', failure: { code: 'UNKNOWN' } })
  })

  it('is another reason, not an empty answer, where the response was deferred', () => {
    const { turn } = read({ type: 'done', reason: 'deferred', message: message({ stopReason: 'deferred' }) })
    expect(turn.finish).toEqual({ reason: 'other', raw: 'deferred' })
  })

  it('gives content that no event spoke of', () => {
    const content: AssistantMessage['content'] = [{ type: 'text', text: 'hi' }, call({ a: 1 })]
    expect(
      read({ type: 'done', reason: 'toolUse', message: message({ content }) }).turn.blocks,
    ).toMatchObject([
      { type: 'text', text: 'hi' },
      { type: 'tool-call', id: 'call-1', arguments: '{"a":1}' },
    ])
  })

  it('is an abort where pi-ai says so', () => {
    const error = message({ stopReason: 'aborted', errorMessage: 'Request was aborted' })
    expect(read({ type: 'error', reason: 'aborted', error }).turn.finish).toMatchObject({
      reason: 'aborted',
      failure: { code: 'ABORTED' },
    })
  })
})

describe('the reader', () => {
  it('names the event that is no object, and never throws', () => {
    const body = Buffer.from('{"type":"start"}\n[1]\n')
    const reading = piAiEvents.readTurn(frame('ndjson', body))
    expect(reading.damage).toMatchObject({ event: 1 })
    expect(reading.turn.finish).toMatchObject({ reason: 'error', failure: { code: 'TRANSPORT' } })
  })

  it('takes whatever JSON stands in the fields', () => {
    const type = fc.constantFrom(
      'start',
      'text_start',
      'text_end',
      'toolcall_delta',
      'toolcall_end',
      'done',
      'error',
    )
    const field = fc.constantFrom(
      'contentIndex',
      'partial',
      'message',
      'error',
      'toolCall',
      'delta',
      'content',
      'reason',
    )
    const event = fc.tuple(type, fc.dictionary(field, fc.jsonValue({ maxDepth: 3 })))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const raw = events.map(([type, fields]) => ({ ...fields, type }) as unknown as AssistantMessageEvent)
        const { turn, evidence } = piAiEvents.readTurn(piAiWireEvents(raw))
        expect(evidence.length).toBe(turn.blocks.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the code of an error text', () => {
  it.each([
    ['HTTP 401: bad key', 'AUTH'],
    ['HTTP 403: no access', 'PERMISSION'],
    ['HTTP 429: rate limit', 'RATE_LIMIT'],
    ['HTTP 429: insufficient_quota', 'QUOTA'],
    [
      'OpenAI API error (429): You exceeded your current quota, please check your plan and billing details.',
      'QUOTA',
    ],
    ['You exceeded your current quota. Please retry in 23s.', 'RATE_LIMIT'],
    ['HTTP 500: backend down', 'SERVER'],
    ['529 overloaded', 'OVERLOADED'],
    ['provider timed out', 'TIMEOUT'],
    ['ECONNRESET socket closed', 'TRANSPORT'],
    ['other side closed', 'TRANSPORT'],
    ['HTTP2 request did not get a response', 'TRANSPORT'],
    ['WebSocket closed unexpectedly', 'TRANSPORT'],
    ['HTTP 400: input exceeds the model context window limit', 'CONTEXT_WINDOW_EXCEEDED'],
    ['HTTP 400: request too large for model context', 'CONTEXT_WINDOW_EXCEEDED'],
    ['prompt is too long: 213462 tokens > 200000 maximum', 'CONTEXT_WINDOW_EXCEEDED'],
    ['ThrottlingException: Too many tokens, rate limit reached', 'RATE_LIMIT'],
    ['HTTP 400: invalid input: temperature exceeds maximum allowed value', 'INVALID_REQUEST'],
    ['the answer took 500 tokens', 'UNKNOWN'],
    ['boom', 'UNKNOWN'],
  ])('%j is %s', (text, code) => {
    expect(codeOfMessage(text)).toBe(code)
  })

  it('keeps the text, and the status where it stands in its place', () => {
    expect(readInBandError({ error: { stopReason: 'error', errorMessage: 'HTTP 500: down' } })).toEqual({
      code: 'SERVER',
      message: 'HTTP 500: down',
      status: 500,
      retryable: true,
      raw: { reason: 'error', errorMessage: 'HTTP 500: down' },
    })
  })
})

describe('the body', () => {
  it('is the final message, read as a turn of its own', () => {
    const turn: Turn = piAiEventsWriter.normalise({
      blocks: [
        { type: 'reasoning', text: 'mull', signature: 's' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"a":1}', complete: true },
      ],
      finish: { reason: 'tool-calls', raw: 'toolUse' },
      meta: {},
      state: 'closed',
    })
    const body = piAiEventsWriter.writeBody(turn) as AssistantMessage
    expect(read({ type: 'done', reason: 'toolUse', message: body }).turn).toEqual(turn)
  })
})
