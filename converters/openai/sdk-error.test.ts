/** Proves what becomes of everything the `openai` SDK throws: made by hand, and thrown by the SDK itself over an injected fetch. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { describe, expect, it } from 'vitest'
import { OpenAiConverter } from './converter.ts'
import { LlmEventType, type LlmEvent } from './events.ts'
import type { LlmFailure } from './failure.ts'
import { fromOpenAiError } from './sdk-error.ts'

function withCause(message: string, cause: object): Error {
  return new TypeError(message, { cause: Object.assign(new Error('below'), cause) })
}

describe('fromOpenAiError', () => {
  it('keeps status, code, type, param, request id, delay, message and body', () => {
    const body = { message: 'Rate limit reached', type: 'tokens', code: 'rate_limit_exceeded', param: null }
    const headers = new Headers({ 'x-request-id': 'req_9', 'retry-after': '3' })
    expect(fromOpenAiError(APIError.generate(429, { error: body }, undefined, headers))).toEqual({
      code: 'RATE_LIMIT',
      message: 'Rate limit reached',
      status: 429,
      retryAfterMs: 3000,
      requestId: 'req_9',
      retryable: true,
      providerCode: 'rate_limit_exceeded',
      providerType: 'tokens',
      raw: body,
    })
  })

  it('keeps the words of a body that is not JSON, without the status before them', () => {
    const error = APIError.generate(502, undefined, '<html>Bad Gateway</html>', new Headers())
    expect(fromOpenAiError(error)).toMatchObject({
      code: 'SERVER',
      status: 502,
      message: '<html>Bad Gateway</html>',
    })
  })

  it('lets x-should-retry overrule', () => {
    const headers = new Headers({ 'x-should-retry': 'false' })
    expect(fromOpenAiError(APIError.generate(500, undefined, 'x', headers)).retryable).toBe(false)
  })

  it('says nothing about retrying what nobody knows', () => {
    expect(fromOpenAiError(new Error('odd'))).toEqual({ code: 'UNKNOWN', message: 'odd' })
  })

  const thrown: [string, unknown, string][] = [
    ['an abort of the SDK', new APIUserAbortError(), 'ABORTED'],
    ['an abort of fetch', new DOMException('stop', 'AbortError'), 'ABORTED'],
    ['a time-out of the SDK', new APIConnectionTimeoutError(), 'TIMEOUT'],
    ['a time-out signal', new DOMException('late', 'TimeoutError'), 'TIMEOUT'],
    [
      'a refused connection',
      new APIConnectionError({
        message: undefined,
        cause: withCause('fetch failed', { code: 'ECONNREFUSED' }),
      }),
      'TRANSPORT',
    ],
    [
      'a connect time-out',
      new APIConnectionError({
        message: undefined,
        cause: withCause('fetch failed', { code: 'UND_ERR_CONNECT_TIMEOUT' }),
      }),
      'TIMEOUT',
    ],
    ['an event cut in two', new SyntaxError('Unexpected end of JSON input'), 'TRANSPORT'],
    ['a reset while reading', withCause('terminated', { code: 'UND_ERR_SOCKET' }), 'TRANSPORT'],
    ['a body that never came', withCause('terminated', { code: 'UND_ERR_BODY_TIMEOUT' }), 'TIMEOUT'],
    ['fetch failed', new TypeError('fetch failed'), 'TRANSPORT'],
    ['a bare socket code', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'TRANSPORT'],
    ['a programming error', new TypeError("Cannot read properties of undefined (reading 'x')"), 'UNKNOWN'],
    ['an error body', { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'OVERLOADED'],
    ['text', 'boom', 'UNKNOWN'],
    ['nothing', undefined, 'UNKNOWN'],
  ]

  it.each(thrown)('classifies %s', (_what, error, code) => {
    expect(fromOpenAiError(error)).toMatchObject({ code, message: expect.stringMatching(/./) })
  })

  it('shows what lay below a transport error, and survives causes in a circle', () => {
    const error = withCause('terminated', { code: 'UND_ERR_SOCKET', message: 'other side closed' })
    expect(fromOpenAiError(error).message).toBe('terminated: other side closed')
    const round = new TypeError('fetch failed')
    round.cause = round
    expect(fromOpenAiError(round)).toMatchObject({ code: 'TRANSPORT', message: 'fetch failed' })
  })
})

function client(answer: () => Response | Promise<Response>): OpenAI {
  return new OpenAI({
    apiKey: 'none',
    baseURL: 'http://example.invalid/v1',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => answer(),
  })
}

function failureOf(events: LlmEvent[]): LlmFailure | undefined {
  const last = events.at(-1)
  return last?.type === LlmEventType.Error ? last.error : undefined
}

const sse = (body: string) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' } })
describe('through the SDK', () => {
  const converter = new OpenAiConverter()

  async function run(answer: () => Response | Promise<Response>): Promise<LlmEvent[]> {
    const state = converter.createStreamState()
    const events: LlmEvent[] = []
    try {
      const stream = await client(answer).chat.completions.create({ model: 'm', messages: [], stream: true })
      for await (const chunk of stream) events.push(...converter.convertStreamEvent(chunk, state))
      return [...events, ...converter.flush(state)]
    } catch (error) {
      return [...events, ...converter.flush(state, { error })]
    }
  }

  const hello = 'data: {"choices":[{"index":0,"delta":{"content":"par"}}]}\n\n'

  it('reads an HTTP error', async () => {
    const body = JSON.stringify({
      error: { message: 'no such key', type: 'invalid_request_error', code: 'invalid_api_key' },
    })
    const events = await run(() => new Response(body, { status: 401, headers: { 'x-request-id': 'req_2' } }))
    expect(failureOf(events)).toMatchObject({
      code: 'AUTH',
      status: 401,
      requestId: 'req_2',
      providerCode: 'invalid_api_key',
    })
  })

  it('reads an error inside the stream, after the text before it', async () => {
    const events = await run(() =>
      sse(`${hello}data: {"error":{"message":"Overloaded","type":"overloaded_error","code":529}}\n\n`),
    )
    expect(events[0]).toEqual({ type: LlmEventType.TextDelta, text: 'par' })
    expect(failureOf(events)).toMatchObject({
      code: 'OVERLOADED',
      providerCode: '529',
      requestId: 'req_1',
      message: 'Overloaded',
    })
  })

  it('reads an error event that is only text', async () => {
    expect(
      failureOf(await run(() => sse('event: error\ndata: {"error":"model crashed"}\n\n'))),
    ).toMatchObject({ message: 'model crashed' })
  })

  it.each([
    ['between two events', hello, 'TRANSPORT'],
    ['inside an event', `${hello}data: {"choices":[{"ind`, 'TRANSPORT'],
    ['before the first', '', 'EMPTY_RESPONSE'],
  ])('reports a stream cut %s', async (_where, body, code) => {
    expect(failureOf(await run(() => sse(body)))).toMatchObject({ code })
  })

  it('reports a connection that fails', async () => {
    const events = await run(() => Promise.reject(withCause('fetch failed', { code: 'ECONNREFUSED' })))
    expect(failureOf(events)).toMatchObject({ code: 'TRANSPORT', retryable: true })
  })

  it('plays a whole stream', async () => {
    const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    expect((await run(() => sse(hello + end))).map((event) => event.type)).toEqual(['text_delta', 'finished'])
  })
})
