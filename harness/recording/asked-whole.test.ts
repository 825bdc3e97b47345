import { describe, expect, test } from 'vitest'
import type { WireName } from '../wire/wire.ts'
import { isWholeAnswer } from './asked-whole.ts'

const asked = (wire: WireName, path: string, body: object, type = 'application/json', status = 200) =>
  isWholeAnswer({
    wire,
    request: {
      method: 'POST',
      url: `https://provider.example${path}`,
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    },
    response: { status, headers: { 'content-type': type }, body: Buffer.from('{}'), chunks: [] },
  })

const messages = [{ role: 'user', content: 'Hello.' }]

describe('an answer in one piece, as it was asked for', () => {
  test.for([
    ['openai-chat', '/v1/chat/completions', { messages }],
    ['openai-responses', '/v1/responses', { input: 'Hello.', stream: false }],
    ['anthropic-messages', '/v1/messages', { messages }],
    ['mistral', '/v1/chat/completions', { messages, stream: false }],
    ['gemini', '/v1beta/models/m:generateContent', { contents: [] }],
    ['bedrock-converse', '/model/m/converse', { messages }],
  ] as const)('%s %s', ([wire, path, body]) => {
    expect(asked(wire, path, body)).toBe(true)
  })
})

describe('a stream, or what may be one', () => {
  test.for([
    ['openai-chat', '/v1/chat/completions', { messages, stream: true }],
    ['gemini', '/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [] }],
    ['bedrock-converse', '/model/m/converse-stream', { messages }],
    ['pi-ai-events', '/', {}],
  ] as const)('%s %s', ([wire, path, body]) => {
    expect(asked(wire, path, body)).toBe(false)
  })

  test('a request that was lost', () => {
    expect(asked('openai-chat', '/v1/chat/completions', {})).toBe(false)
  })

  test('a server that streams although it was not asked to', () => {
    expect(asked('openai-chat', '/v1/chat/completions', { messages }, 'text/event-stream')).toBe(false)
  })

  test('a refusal, which a stream may meet too', () => {
    expect(asked('openai-chat', '/v1/chat/completions', { messages }, 'application/json', 429)).toBe(false)
  })
})
