/** Error bodies as Google's servers and proxies before them send them, and the truth of each. */

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readError, readInBandError } from './read-error.ts'

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readError({ status, headers, body: new TextEncoder().encode(text) })
}

const rpc = (name: string, fields: object) => ({
  '@type': `type.googleapis.com/google.rpc.${name}`,
  ...fields,
})
const error = (code: number, status: string, message: string, ...details: object[]) => ({
  error: { code, status, message, details },
})
const quota =
  'You exceeded your current quota, please check your plan and billing details.\nPlease retry in 48.9s.'
const perMinute = rpc('QuotaFailure', { violations: [{ quotaId: 'InputTokensPerModelPerMinute' }] })
const perDay = rpc('QuotaFailure', { violations: [{ quotaId: 'RequestsPerDayPerProjectPerModel-FreeTier' }] })

describe('answers', () => {
  it.each<[string, number, unknown, string]>([
    [
      'a bad key, by its reason',
      400,
      error(400, 'INVALID_ARGUMENT', 'x', rpc('ErrorInfo', { reason: 'API_KEY_INVALID' })),
      'AUTH',
    ],
    ['a bad key, by its wording', 400, error(400, 'INVALID_ARGUMENT', 'API key not valid.'), 'AUTH'],
    ['no credentials', 401, error(401, 'UNAUTHENTICATED', 'x'), 'AUTH'],
    ['an unregistered caller', 403, error(403, 'PERMISSION_DENIED', 'x'), 'PERMISSION'],
    ['a limit per minute', 429, error(429, 'RESOURCE_EXHAUSTED', quota, perMinute), 'RATE_LIMIT'],
    [
      'quota wording with RetryInfo',
      429,
      error(
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota',
        rpc('RetryInfo', { retryDelay: '36s' }),
      ),
      'RATE_LIMIT',
    ],
    ['a limit per day', 429, error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', perDay), 'QUOTA'],
    [
      'quota wording alone',
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'),
      'QUOTA',
    ],
    [
      'a limit of Code Assist',
      429,
      error(
        429,
        'RESOURCE_EXHAUSTED',
        'x',
        rpc('ErrorInfo', {
          reason: 'RATE_LIMIT_EXCEEDED',
          metadata: { quota_limit: 'RequestsPerDayPerUser' },
        }),
      ),
      'QUOTA',
    ],
    [
      'exhaustion without details',
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
      'RATE_LIMIT',
    ],
    ['an array', 429, [error(429, 'RESOURCE_EXHAUSTED', 'Please try again later.')], 'RATE_LIMIT'],
    [
      'a long prompt',
      400,
      error(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1250074) exceeds the maximum number of tokens allowed (1048576).',
      ),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      'a long prompt wrapped as JSON in the message',
      400,
      error(
        400,
        'INVALID_ARGUMENT',
        JSON.stringify(
          error(400, 'X', 'The input token count exceeds the maximum number of tokens allowed (1).'),
        ),
      ),
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    [
      'a long prompt on Vertex AI',
      400,
      [
        error(
          400,
          'INVALID_ARGUMENT',
          "Requested token count exceeds the model's maximum context length of 4 tokens",
        ),
      ],
      'CONTEXT_WINDOW_EXCEEDED',
    ],
    ['an unknown model', 404, error(404, 'NOT_FOUND', 'Publisher Model `x` not found.'), 'NOT_FOUND'],
    [
      'a wrong role',
      400,
      error(400, 'INVALID_ARGUMENT', 'Please use a valid role: user, model.'),
      'INVALID_REQUEST',
    ],
    ['overload', 503, error(503, 'UNAVAILABLE', 'The model is overloaded.'), 'OVERLOADED'],
    ['a deadline', 504, error(504, 'DEADLINE_EXCEEDED', 'x'), 'TIMEOUT'],
    ['an HTML page behind 403', 403, '<html><title>403</title></html>', 'PERMISSION'],
    ['an HTML page behind 502', 502, '<html>Bad Gateway</html>', 'SERVER'],
    ['an empty body', 500, '', 'SERVER'],
    ['truncated JSON', 503, '{"error":{"co', 'OVERLOADED'],
    ['an error as text', 400, { error: 'bad' }, 'INVALID_REQUEST'],
  ])('%s', (_name, status, body, code) => {
    const failure = answer(status, body)
    expect(failure).toMatchObject({ code, status })
    expect(failure.message).not.toBe('')
  })

  it('keeps what the provider said of itself', () => {
    const body = error(
      429,
      'RESOURCE_EXHAUSTED',
      quota,
      rpc('RetryInfo', { retryDelay: '48s' }),
      rpc('RequestInfo', { requestId: 'req-1' }),
      rpc('BadRequest', { fieldViolations: [{ field: 'contents' }] }),
    )
    expect(answer(429, body)).toEqual({
      code: 'RATE_LIMIT',
      message: quota,
      status: 429,
      retryAfterMs: 48_000,
      requestId: 'req-1',
      retryable: true,
      providerCode: '429',
      providerType: 'RESOURCE_EXHAUSTED',
      param: 'contents',
      raw: body,
    })
  })

  it.each([
    ['Please retry in 48.9s.', 48_900],
    ['Please retry in 850ms.', 850],
    ['Please retry soon.', undefined],
  ])('reads the delay of %s', (message, expected) => {
    expect(answer(429, error(429, 'RESOURCE_EXHAUSTED', message)).retryAfterMs).toBe(expected)
  })

  it('lets the header say the delay first', () => {
    const body = error(429, 'RESOURCE_EXHAUSTED', quota)
    expect(answer(429, body, { 'retry-after': '7' }).retryAfterMs).toBe(7000)
  })

  it('never throws', () => {
    const json = fc.json().map((text) => new TextEncoder().encode(text))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), json), (body) => {
        expect(readError({ status: 418, headers: {}, body }).status).toBe(418)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('inside a stream', () => {
  it.each<[string, unknown, string]>([
    ['overload', error(503, 'UNAVAILABLE', 'x'), 'OVERLOADED'],
    ['a status without a code', { error: { status: 'UNAVAILABLE', message: 'x' } }, 'OVERLOADED'],
    ['a code that is text', { error: { code: '503', message: 'x' } }, 'OVERLOADED'],
    ['an array', [error(500, 'INTERNAL', 'x')], 'SERVER'],
    ['an unknown status', { error: { status: 'BRAND_NEW', message: 'odd' } }, 'UNKNOWN'],
    ['a text', 'odd', 'UNKNOWN'],
  ])('%s', (_name, payload, code) => {
    const failure = readInBandError(payload)
    expect(failure).toMatchObject({ code, raw: payload })
    expect(failure).not.toHaveProperty('status')
    expect(failure.message).not.toBe('')
  })
})
