import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readErrorText } from './error-text.ts'

describe('status', () => {
  it.each([
    ['HTTP 500: broken', 500],
    ['acme API error (429): slow down', 429],
    ['OpenAI API error (503): 503 status code (no body)', 503],
    ['404 {"error":"gone"}', 404],
    ['402: {"message":"pay"}', 402],
    ['529', 529],
    ['{"error":{"code":503,"status":"UNAVAILABLE"}}', 503],
    ['[{"error":{"status":"INVALID_ARGUMENT","code":400}}]', 400],
    ['got status: UNAVAILABLE. {"error":{"code":503}}', 503],
  ])('is read from %j', (text, status) => {
    expect(readErrorText(text).status).toBe(status)
  })

  it.each([
    'request req_403 failed',
    'HTTP2 request did not get a response',
    '4290 tokens',
    '200 is fine',
    'the limit is 429 today',
    '{"error":{"code":"503"},"request_id":"req_500"}',
    '{"error":{"code":12}}',
  ])('is not read from %j', (text) => {
    expect(readErrorText(text)).not.toHaveProperty('status')
  })

  it('does not depend on digits after the status', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (digits) => {
        expect(readErrorText(`HTTP 429: request ${digits} of ${digits}`).status).toBe(429)
      }),
    )
  })
})

it('reads labels from fields in any order, from nested text, and from the name before the colon', () => {
  expect(readErrorText('{"code":"b","type":"a"}').labels).toBe('code:b type:a')
  expect(readErrorText('x {"message":"{\\"status\\":\\"NESTED\\"}"}').labels).toBe('status:NESTED')
  expect(readErrorText('SomeException: text').labels).toBe('SomeException')
  expect(readErrorText('got status: UNAVAILABLE. {}').labels).toBe('UNAVAILABLE')
})

it('takes no prose from addresses and pages', () => {
  expect(readErrorText('see https://acme.test/rate-limits now').prose).toBe('see  now')
  expect(readErrorText('403 <!DOCTYPE html><title>overloaded</title>').prose).toBe('403 ')
})
