import { describe, expect, it } from 'vitest'
import type { FailureCode } from '../../turn/failure.ts'
import { readError } from './read-error.ts'

const answer = (status: number, body: unknown, headers = {}) =>
  readError({
    status,
    headers,
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
const openai = (fields: object) => ({
  error: { message: 'm', type: null, param: null, code: null, ...fields },
})

describe('readError', () => {
  it('keeps every detail of the usual shape', () => {
    const body = openai({
      message: 'Slow down',
      type: 'requests',
      code: 'rate_limit_exceeded',
      param: 'model',
    })
    expect(answer(429, body, { 'retry-after': '2', 'x-request-id': 'r1' })).toEqual({
      code: 'RATE_LIMIT',
      message: 'Slow down',
      status: 429,
      retryAfterMs: 2000,
      requestId: 'r1',
      retryable: true,
      providerCode: 'rate_limit_exceeded',
      providerType: 'requests',
      param: 'model',
      raw: body,
    })
  })

  it.each<[number, unknown, FailureCode]>([
    [401, openai({ type: 'invalid_request_error', code: 'invalid_api_key' }), 'AUTH'],
    [401, openai({ type: 'invalid_request_error' }), 'AUTH'],
    [400, openai({ message: 'Authentication Fails', type: 'authentication_error' }), 'AUTH'],
    [429, openai({ type: 'insufficient_quota', code: 'insufficient_quota' }), 'QUOTA'],
    [429, openai({ type: 'tokens', message: 'Rate limit reached for gpt' }), 'RATE_LIMIT'],
    [402, openai({ message: 'Insufficient Balance' }), 'QUOTA'],
    [
      400,
      openai({ code: 'context_length_exceeded', type: 'invalid_request_error' }),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      400,
      { error: { message: 'too long', type: 'too_many_prompt_tokens', code: 400 } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      400,
      openai({ message: "This model's maximum context length is 8192 tokens." }),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [400, { error: { type: 'context_window_exceeded', code: 400 } }, 'CONTEXT_WINDOW_EXCEEDED'],
    [400, { error: { code: 'content_filter', message: 'm', status: 400 } }, 'CONTENT_FILTER'],
    [404, { error: { code: '404', message: 'Resource not found' } }, 'NOT_FOUND'],
    [404, openai({ code: 'model_not_found', type: 'invalid_request_error' }), 'NOT_FOUND'],
    [403, openai({ code: 'forbidden' }), 'PERMISSION'],
    [400, openai({ type: 'invalid_request_error' }), 'INVALID_REQUEST'],
    [422, { detail: [{ msg: 'Field required' }] }, 'INVALID_REQUEST'],
    [500, openai({ type: 'server_error' }), 'SERVER'],
    [401, { error: { type: 'api_error', message: 'Unauthorized' } }, 'AUTH'],
    [200, openai({ type: 'server_error' }), 'SERVER'],
    [503, '<html>busy</html>', 'OVERLOADED'],
    [503, '', 'OVERLOADED'],
    [529, openai({}), 'OVERLOADED'],
    [524, '<html>', 'TIMEOUT'],
    [200, { error: { message: 'm', code: 429 } }, 'RATE_LIMIT'],
    [404, { code: 'not-found', error: 'Model not found: grok' }, 'NOT_FOUND'],
  ])('reads %d with %j as %s', (status, body, code) => {
    expect(answer(status, body).code).toBe(code)
  })

  it('has a message even where the body has none', () => {
    expect(answer(502, '').message).toMatch(/502/)
    expect(answer(502, '<html><title>Bad Gateway</title></html>').message).toMatch(/502|Bad Gateway/)
    expect(answer(500, 'upstream died').message).toBe('upstream died')
    expect(answer(404, { code: 'x', error: 'Model not found' }).message).toBe('Model not found')
    expect(answer(400, { errors: [{ message: 'No such model', code: 5007 }] }).message).toBe('No such model')
  })
})
