/** What readTurn makes of ConverseStreams, written out by hand from the provider's documents and public reports. */

import { describe, expect, it } from 'vitest'
import { encode, frame } from '../framing/framing.ts'
import type { EventDraft, Reading } from '../wire.ts'
import { readTurn } from './read-turn.ts'

type Payload = Record<string, unknown>
type Named = readonly [string, Payload]

const draft = ([event, payload]: Named): EventDraft => ({ event, data: JSON.stringify(payload) })
const bodyOf = (drafts: readonly EventDraft[]) => new Uint8Array(Buffer.concat(encode('eventstream', drafts)))

function read(events: readonly Named[], last: readonly EventDraft[] = []): Reading {
  return readTurn(frame('eventstream', bodyOf([...events.map(draft), ...last])))
}

const startMessage: Named = ['messageStart', { role: 'assistant' }]
const start = (contentBlockIndex: number, start: Payload): Named => [
  'contentBlockStart',
  { contentBlockIndex, start },
]
const delta = (contentBlockIndex: number, delta: Payload): Named => [
  'contentBlockDelta',
  { contentBlockIndex, delta },
]
const stop = (contentBlockIndex: number): Named => ['contentBlockStop', { contentBlockIndex }]
const call = (index: number, toolUseId: string, more: Payload = {}) =>
  start(index, { toolUse: { toolUseId, name: 'f', ...more } })
const input = (index: number, input: string) => delta(index, { toolUse: { input } })
const finish = (stopReason: string, more: Payload = {}): Named => ['messageStop', { stopReason, ...more }]
const metadata = (usage: Payload = { inputTokens: 1, outputTokens: 2, totalTokens: 3 }): Named => [
  'metadata',
  { usage, metrics: { latencyMs: 1 } },
]
const end = (reason: string) => [finish(reason), metadata()]

describe('blocks', () => {
  it('stand under the name of their event, with unknown members beside it', () => {
    const wrapped = (name: string, payload: Payload): Named => [name, { new: 1, [name]: payload }]
    const { turn } = read([
      wrapped('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'hi' } }),
      wrapped('messageStop', { stopReason: 'end_turn' }),
    ])
    expect(turn.blocks).toEqual([{ type: 'text', text: 'hi' }])
  })

  it('are told apart by index; text and reasoning have no start', () => {
    const { turn, evidence } = read([
      startMessage,
      delta(0, { reasoningContent: { text: 'h' } }),
      delta(0, { reasoningContent: { text: 'm' } }),
      delta(0, { reasoningContent: { signature: 'SIG' } }),
      stop(0),
      delta(1, { reasoningContent: { redactedContent: 'RU5D' } }),
      stop(1),
      delta(2, { text: 'hi' }),
      stop(2),
      call(3, 'a'),
      input(3, '{"x":'),
      input(3, ' 1.0}'),
      stop(3),
      ...end('tool_use'),
    ])
    expect(turn.blocks).toEqual([
      { type: 'reasoning', text: 'hm', signature: 'SIG' },
      { type: 'reasoning', text: '', redacted: true, signature: 'RU5D' },
      { type: 'text', text: 'hi' },
      { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x": 1.0}', complete: true },
    ])
    expect(evidence[3]).toEqual({ firstEvent: 9, lastEvent: 12, endEvent: 12, argumentsAs: 'text' })
    expect(turn).toMatchObject({ state: 'closed', finish: { reason: 'tool-calls', raw: 'tool_use' } })
  })

  it.each([
    ['without a delta', {}, []],
    ['with an empty delta', {}, [input(0, '')]],
    ['with an empty input in the start', { input: {} }, [input(0, '')]],
  ])('of a call without arguments have no text, %s', (_name, more, deltas) => {
    const { turn } = read([startMessage, call(0, 'a', more), ...deltas, stop(0), ...end('tool_use')])
    expect(turn.blocks).toMatchObject([{ arguments: '', complete: true }])
  })

  it('of the service’s own tools, results and citations are opaque', () => {
    const { turn } = read([
      startMessage,
      call(0, 's', { type: 'server_tool_use' }),
      input(0, '{"query":"q"}'),
      stop(0),
      start(1, { toolResult: { toolUseId: 's', type: 'nova_grounding_result', status: 'success' } }),
      delta(1, { toolResult: [{ text: 'a' }] }),
      delta(1, { toolResult: [{ text: 'b' }] }),
      stop(1),
      delta(2, { text: 'hi' }),
      delta(2, { citation: { location: { web: { url: 'u' } } } }),
      delta(2, { text: ' there' }),
      stop(2),
      ...end('end_turn'),
    ])
    const toolUse = { toolUseId: 's', name: 'f', type: 'server_tool_use', input: { query: 'q' } }
    const content = [{ text: 'a' }, { text: 'b' }]
    const toolResult = { toolUseId: 's', type: 'nova_grounding_result', status: 'success', content }
    expect(turn.blocks).toEqual([
      { type: 'opaque', kind: 'server_tool_use', raw: { toolUse } },
      { type: 'opaque', kind: 'nova_grounding_result', raw: { toolResult } },
      { type: 'text', text: 'hi there' },
      { type: 'opaque', kind: 'citation', raw: { location: { web: { url: 'u' } } } },
    ])
  })

  it('of another kind, or behind a stop, are other blocks even under the same index', () => {
    const { turn } = read([
      startMessage,
      delta(0, { text: 'a' }),
      call(0, 't'),
      input(0, '{}'),
      stop(0),
      delta(0, { text: 'b' }),
      stop(0),
      delta(0, { text: 'c' }),
      ...end('tool_use'),
    ])
    expect(turn.blocks).toMatchObject([{ text: 'a' }, { arguments: '{}' }, { text: 'b' }, { text: 'c' }])
  })

  it('do not come from an empty start alone', () => {
    expect(read([startMessage, start(0, {}), stop(0), ...end('end_turn')]).turn.blocks).toEqual([])
  })
})

describe('a call', () => {
  it.each([
    ['ended, then nothing', [stop(0)], true],
    ['not ended, then nothing', [], false],
    ['not ended, fair finish', [finish('tool_use')], true],
    ['ended, cut', [stop(0), finish('max_tokens')], true],
    ['not ended, cut', [finish('max_tokens')], false],
    ['not ended, malformed', [finish('malformed_tool_use')], false],
  ] as const)('%s', (_name, events, complete) => {
    expect(read([startMessage, call(0, 'a'), input(0, '{}'), ...events]).turn.blocks).toMatchObject([
      { complete },
    ])
  })

  it('whose text does not parse is not completed by its end under a cut', () => {
    const { turn } = read([startMessage, call(0, 'a'), input(0, '{"a'), stop(0), ...end('max_tokens')])
    expect(turn.blocks).toMatchObject([{ complete: false }])
  })
})

describe('usage', () => {
  const usageOf = (usage: Payload) => read([startMessage, finish('end_turn'), metadata(usage)]).turn.usage

  it('has cached tokens beside the input', () => {
    const raw = {
      inputTokens: 11,
      outputTokens: 236,
      totalTokens: 1275,
      cacheReadInputTokens: 0,
      cacheWriteInputTokens: 1028,
    }
    expect(usageOf(raw)).toEqual({
      inputTokens: 11,
      outputTokens: 236,
      cacheReadTokens: 0,
      cacheWriteTokens: 1028,
      raw,
    })
  })

  it('is only raw where the total is not the sum', () => {
    const raw = { inputTokens: 1, outputTokens: 2, totalTokens: 4 }
    expect(usageOf(raw)).toEqual({ raw, contradiction: expect.stringContaining('totalTokens 4') })
  })
})

describe('finish and state', () => {
  it('are open, answered and closed', () => {
    expect(read([]).turn).toEqual({ blocks: [], meta: {}, state: 'open' })
    expect(read([startMessage, delta(0, { text: 'a' })]).turn.state).toBe('open')
    expect(read([startMessage, finish('end_turn')]).turn.state).toBe('answered')
    expect(read([startMessage, metadata()]).turn.state).toBe('answered')
    expect(read([startMessage, ...end('end_turn')])).toMatchObject({
      turn: { state: 'closed' },
      finishEvent: 1,
      terminatorEvent: 2,
    })
    expect(read([startMessage, metadata(), finish('end_turn')]).turn).toMatchObject({
      state: 'closed',
      finish: { reason: 'stop' },
    })
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'max-tokens'],
    ['model_context_window_exceeded', 'max-tokens'],
    ['guardrail_intervened', 'content-filter'],
    ['content_filtered', 'content-filter'],
    ['malformed_tool_use', 'other'],
    ['never_heard_of', 'other'],
  ])('%s is %s', (raw, reason) => {
    expect(read([startMessage, ...end(raw)]).turn.finish).toEqual({ reason, raw })
  })

  it.each([
    ['at the root', { stop_sequence: 'END' }],
    ['inside delta', { delta: { stop_sequence: 'END' } }],
  ])('keep the stop sequence %s', (_name, additionalModelResponseFields) => {
    const { turn } = read([
      startMessage,
      finish('stop_sequence', { additionalModelResponseFields }),
      metadata(),
    ])
    expect(turn.meta).toEqual({ stopSequence: 'END' })
  })
})

describe('what is tolerated', () => {
  it('padding, unknown events and members, null fields', () => {
    const plain = read([startMessage, delta(0, { text: 'hi' }), stop(0), ...end('end_turn')]).turn
    const noisy = read([
      startMessage,
      ['hologramStart', { p: 'abc' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'hi' }, p: 'abcdef' }],
      delta(0, { hologram: { x: 1 } }),
      stop(0),
      finish('end_turn', { additionalModelResponseFields: { stop_sequence: null } }),
      metadata(),
    ]).turn
    expect(noisy).toEqual(plain)
  })

  it('payloads under the name of their event, as files with a JSON event a line have them', () => {
    const events = [startMessage, delta(0, { text: 'hi' }), stop(0), ...end('end_turn')]
    const lines = events.map(([name, payload]) => JSON.stringify({ [name]: payload })).join('\n')
    expect(readTurn(frame('ndjson', new TextEncoder().encode(lines))).turn).toEqual(read(events).turn)
  })
})

describe('exceptions', () => {
  const text = delta(0, { text: 'par' })

  it('fail the turn and keep what was said', () => {
    const thrown = {
      messageType: 'exception',
      event: 'throttlingException',
      data: '{"message":"Too many tokens, please wait."}',
    }
    const reading = read([startMessage, text], [thrown, draft(finish('end_turn'))])
    expect(reading.turn).toMatchObject({
      blocks: [{ type: 'text', text: 'par' }],
      finish: {
        reason: 'error',
        failure: {
          code: 'RATE_LIMIT',
          raw: { throttlingException: { message: 'Too many tokens, please wait.' } },
        },
      },
      state: 'closed',
    })
    expect(reading.finishEvent).toBe(2)
  })

  it('may be messages of type error, with everything in headers', () => {
    const thrown = { messageType: 'error', event: 'InternalServerException', data: 'It broke' }
    expect(read([startMessage, text], [thrown]).turn.finish).toMatchObject({
      reason: 'error',
      failure: { code: 'SERVER', message: 'It broke', providerType: 'InternalServerException' },
    })
  })

  it('stand beside a finish that was already said', () => {
    const thrown = { messageType: 'exception', event: 'internalServerException', data: '{"message":"x"}' }
    expect(read([startMessage, finish('end_turn')], [thrown]).turn.finish).toMatchObject({
      reason: 'stop',
      raw: 'end_turn',
      failure: { code: 'SERVER' },
    })
  })
})

describe('malformed bytes', () => {
  const body = bodyOf([startMessage, delta(0, { text: 'hel' }), delta(0, { text: 'lo' })].map(draft))

  it('cut inside a message leave the turn open, with what came before', () => {
    const { turn, damage } = readTurn(frame('eventstream', body.subarray(0, body.length - 5)))
    expect(turn).toEqual({ blocks: [{ type: 'text', text: 'hel' }], meta: {}, state: 'open' })
    expect(damage).toMatchObject({ event: 2, end: body.length - 5 })
  })

  it.each([
    ['JSON that is cut', { event: 'contentBlockDelta', data: '{"delta' }],
    ['a delta without index', { event: 'contentBlockDelta', data: '{"delta":{"text":"a"}}' }],
    ['a stop without reason', { event: 'messageStop', data: '{}' }],
  ])('fail the turn: %s', (_name, bad) => {
    const { turn, damage } = read([startMessage], [bad, draft(finish('end_turn'))])
    expect(turn).toMatchObject({ state: 'open', finish: { reason: 'error', failure: { code: 'TRANSPORT' } } })
    expect(damage).toMatchObject({ event: 1 })
  })
})
