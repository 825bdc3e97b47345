/** The converter on pi-ai itself, fed by an injected fetch: the texts and events are the real ones, not our idea of them. */
import { normalizeContext, type Api, type AssistantMessageEvent, type Model } from '@earendil-works/pi-ai'
import { stream as anthropic } from '@earendil-works/pi-ai/api/anthropic-messages'
import { stream as google } from '@earendil-works/pi-ai/api/google-generative-ai'
import { stream as mistral } from '@earendil-works/pi-ai/api/mistral-conversations'
import { stream as openaiChat } from '@earendil-works/pi-ai/api/openai-completions'
import { stream as openaiResponses } from '@earendil-works/pi-ai/api/openai-responses'
import { describe, expect, it } from 'vitest'
import { toPiContext } from './context.ts'
import { convert } from './messages.fixture.ts'
import type { ErrorCode, StreamChunk } from './vocabulary.ts'

type Stream = (
  model: never,
  context: ReturnType<typeof normalizeContext>,
  options: { apiKey: string; fetch: typeof fetch; maxRetries: number },
) => AsyncIterable<AssistantMessageEvent>
const apis = {
  'anthropic-messages': anthropic as Stream,
  'google-generative-ai': google as Stream,
  'mistral-conversations': mistral as Stream,
  'openai-completions': openaiChat as Stream,
  'openai-responses': openaiResponses as Stream,
}

async function answer(api: keyof typeof apis, status: number, body: string): Promise<StreamChunk[]> {
  const model: Model<Api> = {
    id: 'm',
    name: 'm',
    api,
    provider: 'openai',
    baseUrl: 'http://acme.test/v1',
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1e9,
    maxTokens: 100,
  }
  const type = status === 200 ? 'text/event-stream' : body.startsWith('<') ? 'text/html' : 'application/json'
  const headers = { 'content-type': type, 'x-request-id': 'req_401_403' }
  const context = toPiContext({ provider: 'openai', model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  const options = { apiKey: 'k', fetch: async () => new Response(body, { status, headers }), maxRetries: 0 }
  return convert(apis[api](model as never, normalizeContext(context), options))
}

const chat = (...payloads: object[]): string =>
  [...payloads.map((payload) => JSON.stringify(payload)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('')
const choice = (delta: object, finish_reason: string | null = null): object => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})
const callDelta = (args: string, index = 0): object => ({
  tool_calls: [{ index, id: `call_${index}`, function: { name: 'f', arguments: args } }],
})

describe('errors', () => {
  const page = '<html><body>overloaded 401</body></html>'
  it.each<[keyof typeof apis, number, string, ErrorCode]>([
    ['openai-completions', 401, '{"error":{"message":"no","type":"invalid_request_error"}}', 'AUTH'],
    ['openai-completions', 429, '{"error":{"message":"no","code":"insufficient_quota"}}', 'QUOTA'],
    ['openai-completions', 429, '{"error":{"message":"rate limit for org-401"}}', 'RATE_LIMIT'],
    ['openai-completions', 429, '', 'RATE_LIMIT'],
    ['openai-completions', 403, page, 'PERMISSION'],
    ['openai-completions', 400, '{"error":{"message":{"detail":"no"}}}', 'INVALID_REQUEST'],
    ['openai-completions', 404, '{"error":"model \\"x\\" not found"}', 'NOT_FOUND'],
    ['openai-completions', 500, '{"error":{"mess', 'SERVER'],
    ['openai-completions', 200, 'data: {"error":{"message":"Overloaded"}}\n\n', 'OVERLOADED'],
    ['openai-responses', 503, '', 'OVERLOADED'],
    ['openai-responses', 502, page, 'SERVER'],
    ['anthropic-messages', 529, '{"error":{"type":"overloaded_error","message":"no"}}', 'OVERLOADED'],
    [
      'anthropic-messages',
      200,
      'event: error\ndata: {"error":{"type":"overloaded_error"}}\n\n',
      'OVERLOADED',
    ],
    ['anthropic-messages', 200, 'event: error\ndata: {"error":{"type":"authentication_error"}}\n\n', 'AUTH'],
    ['anthropic-messages', 200, '', 'TRANSPORT'],
    ['google-generative-ai', 400, '{"error":{"code":400,"message":"API key not valid."}}', 'AUTH'],
    ['google-generative-ai', 502, page, 'SERVER'],
    ['google-generative-ai', 200, 'data: {"error":{"code":503,"status":"UNAVAILABLE"}}\n\n', 'OVERLOADED'],
    ['mistral-conversations', 401, '{"detail":"Unauthorized"}', 'AUTH'],
    ['mistral-conversations', 422, '{"message":{"detail":[{"type":"x"}]}}', 'INVALID_REQUEST'],
  ])('%s %i %s is %s', async (api, status, body, code) => {
    expect((await answer(api, status, body)).at(-1)).toMatchObject({
      type: 'finish',
      reason: { kind: 'error', failure: { code } },
    })
  })
})

const endsOf = async (body: string): Promise<StreamChunk[]> =>
  (await answer('openai-completions', 200, body)).filter(({ type }) => type === 'block-end')

describe('tool calls over chat completions', () => {
  it('keep big numbers and key order', async () => {
    const text = '{"b":1.0,"2":9007199254740993,"1":1e3}'
    const chunks = await answer(
      'openai-completions',
      200,
      chat(choice(callDelta(text)), choice({}, 'tool_calls')),
    )
    expect(chunks).toContainEqual({
      type: 'block-end',
      index: 0,
      block: { type: 'tool-call', id: 'call_0', name: 'f', arguments: text },
    })
  })

  it('stay open after a clean cut, though both look whole', async () => {
    const chunks = await answer(
      'openai-completions',
      200,
      chat(choice(callDelta('{}')), choice(callDelta('{"a":1}', 1))),
    )
    expect(chunks.filter(({ type }) => type === 'block-end')).toStrictEqual([])
    expect(chunks.at(-1)).toMatchObject({ reason: { failure: { code: 'TRANSPORT' } } })
  })

  it('are marked when pi-ai mends their arguments', async () => {
    const chunks = await answer(
      'openai-completions',
      200,
      chat(choice(callDelta('{"p":"C:\\q"}')), choice({}, 'tool_calls')),
    )
    expect(chunks.find(({ type }) => type === 'block-end')).toMatchObject({
      block: {
        arguments: '{"p":"C:\\q"}',
        argumentsError: expect.stringMatching(/not valid JSON/) as string,
      },
    })
  })

  it('are not made whole when the token limit cuts them', async () => {
    const cutInside = chat(choice(callDelta('{"a":')), choice({}, 'length'))
    const cutBefore = chat(choice(callDelta('')), choice({}, 'length'))
    expect(await endsOf(cutInside)).toMatchObject([
      { block: { arguments: '{"a":', argumentsError: expect.any(String) as string } },
    ])
    expect(await endsOf(cutBefore)).toStrictEqual([])
  })
})
