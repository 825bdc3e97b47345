/** Which class the errors of the Messages API have, by status, type and wording. */

import { describe, expect, it } from 'vitest'
import { readError, readInBandError } from './read-error.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
})
const wrapped = (type: string, message: string, details?: unknown) => ({
  type: 'error',
  error: { type, message, ...(details === undefined ? {} : { details }) },
  request_id: 'req_1',
})

describe('an HTTP answer', () => {
  it.each([
    [401, wrapped('authentication_error', 'invalid x-api-key'), 'AUTH'],
    [403, wrapped('permission_error', 'no'), 'PERMISSION'],
    [404, wrapped('not_found_error', 'model: claude-0'), 'NOT_FOUND'],
    [400, wrapped('invalid_request_error', 'messages: at least one message is required'), 'INVALID_REQUEST'],
    [
      400,
      wrapped('invalid_request_error', 'prompt is too long: 3333404 tokens > 200000 maximum'),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      400,
      wrapped(
        'invalid_request_error',
        'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000',
      ),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [413, wrapped('request_too_large', 'Request exceeds the maximum size'), 'INVALID_REQUEST'],
    [400, wrapped('invalid_request_error', 'Your credit balance is too low to access the API'), 'QUOTA'],
    [403, wrapped('billing_error', 'Extra usage is required for long context requests'), 'QUOTA'],
    [
      429,
      wrapped(
        'rate_limit_error',
        'This request would exceed your rate limit of 30,000 input tokens per minute',
      ),
      'RATE_LIMIT',
    ],
    [
      429,
      wrapped('rate_limit_error', 'Limit reached', { error_code: 'contract_spend_limit_reached' }),
      'QUOTA',
    ],
    [529, wrapped('overloaded_error', 'Overloaded'), 'OVERLOADED'],
    [500, wrapped('api_error', 'Internal server error'), 'SERVER'],
    [504, wrapped('timeout_error', 'Timed out'), 'TIMEOUT'],
    [
      503,
      { error: { message: 'litellm.MidStreamFallbackError: prompt is too long: 2 tokens > 1 maximum' } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      400,
      [{ error: { code: 400, message: "exceeds the model's maximum context length of 10 tokens" } }],
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [403, '<html><title>Attention Required! | Cloudflare</title></html>', 'PERMISSION'],
    [502, '<html>Bad Gateway</html>', 'SERVER'],
    [529, '', 'OVERLOADED'],
    [503, '{"type":"error","error":{"type":"overl', 'OVERLOADED'],
    [429, { error: { type: 'no_such_type', message: 'request req_403 refused' } }, 'RATE_LIMIT'],
    [418, 'null', 'INVALID_REQUEST'],
  ])('%i %j is %s', (status, body, code) => {
    expect(readError(answer(status, body))).toMatchObject({ code, status })
  })

  it('keeps everything it was told', () => {
    const body = wrapped('overloaded_error', 'Overloaded')
    const headers = { 'retry-after': '3', 'request-id': 'req_9', 'x-should-retry': 'true' }
    expect(readError(answer(529, body, headers))).toEqual({
      code: 'OVERLOADED',
      message: 'Overloaded',
      status: 529,
      retryAfterMs: 3000,
      requestId: 'req_9',
      retryable: true,
      providerType: 'overloaded_error',
      raw: body,
    })
  })

  it('takes the request id of the body where no header has one', () => {
    expect(readError(answer(500, wrapped('api_error', 'x')))).toMatchObject({ requestId: 'req_1' })
  })

  it('has a message even without a body', () => {
    expect(readError(answer(500, ''))).toMatchObject({ message: 'HTTP 500 without a body' })
    expect(readError(answer(500, ''))).not.toHaveProperty('raw')
  })

  it.each(['[]', '1', '"x"', '{"error":null}', '{"error":[]}', '{"error":{"message":{"a":1}}}'])(
    'never throws on %s',
    (body) => {
      expect(readError(answer(500, body))).toMatchObject({ code: 'SERVER', message: expect.any(String) })
    },
  )
})

describe('an error inside a stream', () => {
  it.each([
    [wrapped('overloaded_error', 'Overloaded'), 'OVERLOADED'],
    [wrapped('authentication_error', 'bad key'), 'AUTH'],
    [{ type: 'error', error: '{"type":"rate_limit_error","message":"slow"}' }, 'RATE_LIMIT'],
    [{ error: { code: 429, message: 'slow' } }, 'RATE_LIMIT'],
    [{ type: 'error', error: 'something broke' }, 'UNKNOWN'],
    [wrapped('novel_error', 'never seen'), 'UNKNOWN'],
    ['text', 'UNKNOWN'],
    [null, 'UNKNOWN'],
  ])('%j is %s', (payload, code) => {
    expect(readInBandError(payload)).toMatchObject({ code, raw: payload })
  })

  it('keeps the message of an unknown one', () => {
    expect(readInBandError(wrapped('novel_error', 'never seen'))).toMatchObject({
      message: 'never seen',
      providerType: 'novel_error',
      requestId: 'req_1',
    })
    expect(readInBandError({ type: 'error', error: 'something broke' })).toMatchObject({
      message: 'something broke',
    })
  })
})
