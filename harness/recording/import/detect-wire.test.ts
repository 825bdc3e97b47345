import { expect, test } from 'vitest'
import { detectWire } from './detect-wire.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const sse = (payload: unknown) => bytes(`data: ${JSON.stringify(payload)}\n\n`)
const chat = { id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'm', choices: [] }

test.for<[string, string | undefined]>([
  ['https://api.openai.com/v1/chat/completions', 'openai-chat'],
  ['https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1', 'openai-chat'],
  ['https://api.mistral.ai/v1/chat/completions', 'mistral'],
  ['https://api.openai.com/v1/responses', 'openai-responses'],
  ['https://api.anthropic.com/v1/messages?beta=true', 'anthropic-messages'],
  [
    'https://r-aiplatform.googleapis.com/v1/projects/p/publishers/anthropic/models/c:streamRawPredict',
    'anthropic-messages',
  ],
  ['https://g.googleapis.com/v1beta/models/gemini:streamGenerateContent?alt=sse', 'gemini'],
  ['https://bedrock-runtime.us-east-1.amazonaws.com/model/m%3A0/converse-stream', 'bedrock-converse'],
  ['https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke', undefined],
  ['https://api.openai.com/v1/embeddings', undefined],
  ['http://localhost:11434/api/chat', undefined],
  ['https://api.openai.com/v1/completions', undefined],
])('%s speaks %s', ([url, wire]) => {
  expect(detectWire({ url })).toBe(wire)
})

test('the answer decides over a URL that is a proxy’s', () => {
  expect(
    detectWire({ url: 'https://proxy.example/v1/chat/completions', body: sse({ type: 'message_start' }) }),
  ).toBe('anthropic-messages')
})

test('a body alone tells the wire, streamed or not', () => {
  expect(detectWire({ body: sse(chat) })).toBe('openai-chat')
  expect(detectWire({ body: sse({ type: 'response.created' }) })).toBe('openai-responses')
  expect(detectWire({ body: bytes([{ candidates: [] }]) })).toBe('gemini')
  expect(detectWire({ body: bytes({ output: { message: {} }, stopReason: 'end_turn' }) })).toBe(
    'bedrock-converse',
  )
  expect(detectWire({ body: bytes({ type: 'message', content: [] }) })).toBe('anthropic-messages')
  expect(detectWire({ body: bytes({ object: 'text_completion', choices: [] }) })).toBeUndefined()
})

test('mistral without a host is told by id and model, and never for another’s id', () => {
  const id = '0123456789abcdef0123456789abcdef'
  expect(detectWire({ body: sse({ ...chat, id, model: 'mistral-small-latest' }) })).toBe('mistral')
  expect(detectWire({ body: sse({ ...chat, model: 'mistral-small-latest' }) })).toBe('openai-chat')
  expect(
    detectWire({
      url: 'https://openrouter.ai/v1/chat/completions',
      body: sse({ ...chat, id, model: 'mistral-x' }),
    }),
  ).toBe('openai-chat')
})

test('an error without a telling body follows the URL, then the request', () => {
  const body = bytes({ error: { message: 'no' } })
  expect(detectWire({ url: 'https://h/v1/responses', body })).toBe('openai-responses')
  expect(detectWire({ body, requestBody: bytes({ model: 'm', messages: [] }) })).toBe('openai-chat')
  expect(detectWire({ body })).toBeUndefined()
})
