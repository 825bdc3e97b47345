import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectFraming, encode, frame } from '../framing/framing.ts'
import type { Reading } from '../wire.ts'
import { readError } from './read-error.ts'
import { readTurn } from './read-turn.ts'

const read = (...payloads: object[]): Reading => {
  const drafts = [...payloads.map((payload) => ({ data: JSON.stringify(payload) })), { data: '[DONE]' }]
  return readTurn(frame('sse', Buffer.concat(encode('sse', drafts))))
}
const chunk = (delta: object, finish_reason: string | null = null, rest: object = {}) => ({
  id: 'x',
  model: 'magistral',
  choices: [{ index: 0, delta, finish_reason }],
  ...rest,
})
const thinking = (text: string, rest: object = {}) => ({
  type: 'thinking',
  thinking: [{ type: 'text', text }],
  ...rest,
})

describe('readTurn', () => {
  it('reads thinking parts, their signature and text', () => {
    const { turn } = read(
      chunk({ role: 'assistant', content: [thinking('2+')] }),
      chunk({ content: [thinking('2', { closed: true, signature: 'sig' })] }),
      chunk({ content: [{ type: 'text', text: '4' }] }),
      chunk({ content: '' }, 'stop', {
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    )
    expect(turn).toMatchObject({
      blocks: [
        { type: 'reasoning', text: '2+2', signature: 'sig' },
        { type: 'text', text: '4' },
      ],
      usage: { inputTokens: 10, outputTokens: 5 },
      state: 'closed',
    })
  })

  it('keeps the text beside a reference with ids of mixed types', () => {
    const reference = { type: 'reference', reference_ids: ['a', 1] }
    expect(read(chunk({ content: [{ type: 'text', text: 'x' }, reference] }, 'stop')).turn.blocks).toEqual([
      { type: 'text', text: 'x' },
      { type: 'opaque', kind: 'reference', raw: [reference] },
    ])
  })

  it('reads whole calls of one chunk, and arguments sent as an object', () => {
    const { turn, evidence } = read(
      chunk(
        {
          tool_calls: [
            { id: 'yBvJuId6u', index: 0, function: { name: 'f', arguments: '{"q": 1}' } },
            { id: 'ihQrVBDfy', index: 1, function: { name: 'g', arguments: { c: 'x' } } },
          ],
        },
        'tool_calls',
      ),
    )
    expect(turn.blocks).toEqual([
      { type: 'tool-call', id: 'yBvJuId6u', name: 'f', arguments: '{"q": 1}', complete: true },
      { type: 'tool-call', id: 'ihQrVBDfy', name: 'g', arguments: '{"c":"x"}', complete: true },
    ])
    expect(evidence.map((one) => one.argumentsAs)).toEqual(['text', 'value'])
  })

  it('joins arguments that come in several deltas under one id', () => {
    const part = (name: string, text: string) =>
      chunk({ tool_calls: [{ id: 'X', index: 0, function: { name, arguments: text } }] })
    expect(read(part('now', '{"a":'), part('', '1}'), chunk({}, 'tool_calls')).turn.blocks).toEqual([
      { type: 'tool-call', id: 'X', name: 'now', arguments: '{"a":1}', complete: true },
    ])
  })

  it.each([
    ['model_length', 'max-tokens'],
    ['error', 'error'],
    ['content_filter', 'other'],
  ])('reads finish_reason %s as %s', (raw, reason) => {
    expect(read(chunk({ content: 'x' }, raw)).turn.finish).toMatchObject({ raw, reason })
  })

  it('reads both spellings of cached tokens', () => {
    const base = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 }
    for (const more of [{ num_cached_tokens: 8 }, { prompt_token_details: { cached_tokens: 8 } }]) {
      const { turn } = read(chunk({}, 'stop', { usage: { ...base, ...more } }))
      expect(turn.usage).toMatchObject({ inputTokens: 2, cacheReadTokens: 8 })
    }
  })
})

describe('readError', () => {
  const answer = (status: number, body: unknown, headers = {}) =>
    readError({ status, headers, body: Buffer.from(JSON.stringify(body)) })

  it('reads the bare fields and the correlation id', () => {
    const body = {
      object: 'error',
      message: 'Invalid model: x',
      type: 'invalid_model',
      code: '1500',
      param: null,
    }
    expect(answer(400, body, { 'mistral-correlation-id': 'r1' })).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Invalid model: x',
      providerType: 'invalid_model',
      providerCode: '1500',
      requestId: 'r1',
    })
  })

  it('reads a message that is a list of details', () => {
    const body = { object: 'error', message: { detail: [{ msg: 'Field required', loc: ['body'] }] } }
    expect(answer(422, body)).toMatchObject({ code: 'INVALID_REQUEST', message: 'Field required' })
  })

  it('does not take number 3051 for a prompt that is too long, which only its words say', () => {
    const body = { object: 'error', type: 'invalid_request_invalid_args', code: 3051 }
    expect(answer(400, { ...body, message: 'Logprobs are not enabled' }).code).toBe('INVALID_REQUEST')
    const message = 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'
    expect(answer(400, { ...body, message }).code).toBe('CONTEXT_WINDOW_EXCEEDED')
  })
})

const corpus = process.env['STREAMPROOF_CORPUS'] ?? ''
describe.skipIf(!existsSync(`${corpus}/mistral`))('the recorded streams', () => {
  const files = globSync(`${corpus}/mistral/*/*`).filter((file) => {
    return file.endsWith('.chunks.txt') || detectFraming(readFileSync(file)) === 'sse'
  })
  it.each(files.map((file) => [file.slice(corpus.length + 1), file]))('%s gives a turn', (_, file) => {
    const { turn, damage } = readTurn(
      frame(file.endsWith('.chunks.txt') ? 'ndjson' : 'sse', readFileSync(file)),
    )
    expect(damage).toBeUndefined()
    expect(turn.blocks.length).toBeGreaterThan(0)
    expect(turn.usage?.contradiction).toBeUndefined()
    expect(['stop', 'tool-calls', 'max-tokens']).toContain(turn.finish?.reason)
  })
})
