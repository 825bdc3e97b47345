/** Error bodies as real servers send them, and the truth of each. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readError, readInBandError } from './read-error.ts'

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readError({ status, headers, body: new TextEncoder().encode(text) })
}

const openai = (fields: object) => ({ error: { message: 'm', type: '', param: null, code: null, ...fields } })

describe('answers', () => {
  it.each<[string, number, unknown, string]>([
    ['a wrong key', 401, openai({ type: 'invalid_request_error', code: 'invalid_api_key' }), 'AUTH'],
    ['an empty account', 429, openai({ type: 'insufficient_quota', code: 'insufficient_quota' }), 'QUOTA'],
    ['a rate', 429, openai({ type: 'requests', code: 'rate_limit_exceeded' }), 'RATE_LIMIT'],
    [
      'a rate that names another status in an id',
      429,
      openai({ message: 'Rate limit reached (request req_403401)' }),
      'RATE_LIMIT',
    ],
    [
      'quota wording with a delay',
      429,
      openai({ message: 'You exceeded your current quota. Please retry in 36s.' }),
      'RATE_LIMIT',
    ],
    ['quota wording alone', 429, openai({ message: 'You exceeded your current quota.' }), 'QUOTA'],
    ['a long prompt', 400, openai({ code: 'context_length_exceeded' }), 'CONTEXT_WINDOW_EXCEEDED'],
    [
      'a long prompt by wording',
      400,
      openai({ message: "This model's maximum context length is 128000 tokens." }),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      'a long prompt inside a 503',
      503,
      openai({ message: "Requested token count exceeds the model's maximum context length of 4 tokens" }),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      'a numeric code beside a type',
      400,
      { error: { type: 'context_window_exceeded', code: 400 } },
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      'an unknown model',
      404,
      openai({ type: 'invalid_request_error', code: 'model_not_found' }),
      'NOT_FOUND',
    ],
    ['an Azure deployment', 404, { error: { code: 'DeploymentNotFound', message: 'm' } }, 'NOT_FOUND'],
    ['a filter', 400, openai({ code: 'content_filter' }), 'CONTENT_FILTER'],
    ['the ChatGPT backend', 401, { detail: 'Could not parse your authentication token.' }, 'AUTH'],
    ['a message that is an object', 422, { message: { detail: [{ msg: 'extra' }] } }, 'INVALID_REQUEST'],
    ['an error as text', 404, { error: 'model not found' }, 'NOT_FOUND'],
    ['an array', 400, [{ error: { message: 'bad' } }], 'INVALID_REQUEST'],
    ['an HTML page behind 403', 403, '<html><title>Attention Required!</title></html>', 'PERMISSION'],
    ['an HTML page behind 502', 502, '<html>Bad Gateway</html>', 'SERVER'],
    ['an empty body', 503, '', 'OVERLOADED'],
    ['truncated JSON', 500, '{"error":{"mess', 'SERVER'],
    ['a null error', 500, { error: null }, 'SERVER'],
  ])('%s', (_name, status, body, code) => {
    const failure = answer(status, body)
    expect(failure).toMatchObject({ code, status })
    expect(failure.message).not.toBe('')
  })

  it('keeps what the provider said of itself', () => {
    const error = { message: 'Slow down', type: 'tokens', param: 'p', code: 'rate_limit_exceeded' }
    const headers = { 'retry-after': '20', 'x-request-id': 'req_1' }
    expect(answer(429, { error }, headers)).toEqual({
      code: 'RATE_LIMIT',
      message: 'Slow down',
      status: 429,
      retryAfterMs: 20_000,
      requestId: 'req_1',
      retryable: true,
      providerCode: 'rate_limit_exceeded',
      providerType: 'tokens',
      param: 'p',
      raw: { error },
    })
  })

  it('shows the title of a page, and keeps the page', () => {
    const page = '<html><head><title>Sorry</title></head></html>'
    expect(answer(503, page)).toMatchObject({ message: 'Sorry', raw: page })
  })

  it('never throws', () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    )
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), body, (status, bytes) => {
        expect(readError({ status, headers: {}, body: bytes }).status).toBe(status)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('inside a stream', () => {
  it.each<[string, unknown, string]>([
    ['a flat event', { type: 'error', code: 'rate_limit_exceeded', message: 'm' }, 'RATE_LIMIT'],
    ['a nested event', { type: 'error', error: { type: 'insufficient_quota', message: 'm' } }, 'QUOTA'],
    [
      'a failed response',
      { type: 'response.failed', response: { error: { code: 'server_error' } } },
      'SERVER',
    ],
    ['an unusable image', { code: 'image_too_large', message: 'm' }, 'INVALID_REQUEST'],
    ['a policy', { code: 'bio_policy', message: 'm' }, 'CONTENT_FILTER'],
    ['an upstream status', { error: { code: 502, message: 'Provider returned error' } }, 'SERVER'],
    ['a null code', { type: 'error', code: null, message: 'odd' }, 'UNKNOWN'],
    ['a text', 'odd', 'UNKNOWN'],
    ['nothing', null, 'UNKNOWN'],
  ])('%s', (_name, payload, code) => {
    const failure = readInBandError(payload)
    expect(failure).toMatchObject({ code, raw: payload })
    expect(failure).not.toHaveProperty('status')
  })

  it('keeps the message of an unknown error', () => {
    expect(readInBandError({ type: 'error', code: 'brand_new', message: 'odd' })).toEqual({
      code: 'UNKNOWN',
      message: 'odd',
      providerCode: 'brand_new',
      raw: { type: 'error', code: 'brand_new', message: 'odd' },
    })
  })
})
