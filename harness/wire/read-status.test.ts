import { describe, expect, it } from 'vitest'
import {
  acceptableCodesOfStatus,
  codeOfStatus,
  factsOfAnswer,
  isRetryable,
  requestIdOf,
  retryAfterMs,
} from './read-status.ts'

describe('codeOfStatus', () => {
  it.each([
    [400, 'INVALID_REQUEST'],
    [401, 'AUTH'],
    [402, 'QUOTA'],
    [403, 'PERMISSION'],
    [404, 'NOT_FOUND'],
    [408, 'TIMEOUT'],
    [413, 'INVALID_REQUEST'],
    [418, 'INVALID_REQUEST'],
    [422, 'INVALID_REQUEST'],
    [429, 'RATE_LIMIT'],
    [500, 'SERVER'],
    [502, 'SERVER'],
    [503, 'OVERLOADED'],
    [504, 'TIMEOUT'],
    [520, 'SERVER'],
    [524, 'TIMEOUT'],
    [529, 'OVERLOADED'],
    [200, 'UNKNOWN'],
    [302, 'UNKNOWN'],
  ] as const)('reads %d as %s', (status, code) => {
    expect(codeOfStatus(status)).toBe(code)
  })

  it('accepts both readings where a status has two', () => {
    expect(acceptableCodesOfStatus(503)).toEqual(['OVERLOADED', 'SERVER'])
    expect(acceptableCodesOfStatus(413)).toEqual(['INVALID_REQUEST', 'CONTEXT_WINDOW_EXCEEDED'])
  })
})

describe('retryAfterMs', () => {
  const now = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT')
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:27:30 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('reads %j as %s', (headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected)
  })

  it('counts a date from the date of the answer', () => {
    const headers = {
      date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2015 07:28:05 GMT',
    }
    expect(retryAfterMs(headers)).toBe(5000)
  })
})

describe('headers', () => {
  it("finds the request id under each provider's name", () => {
    expect(requestIdOf({ 'request-id': 'a' })).toBe('a')
    expect(requestIdOf({ 'x-amzn-requestid': 'b', 'x-request-id': '' })).toBe('b')
    expect(requestIdOf({})).toBeUndefined()
  })

  it('lets x-should-retry overrule the code', () => {
    expect(isRetryable('RATE_LIMIT')).toBe(true)
    expect(isRetryable('AUTH')).toBe(false)
    expect(isRetryable('UNKNOWN')).toBeUndefined()
    expect(isRetryable('RATE_LIMIT', { 'x-should-retry': 'false' })).toBe(false)
  })

  it('gives only the facts that are there', () => {
    const answer = { status: 429, headers: { 'retry-after': '2' }, body: new Uint8Array() }
    expect(factsOfAnswer(answer, 'RATE_LIMIT')).toEqual({ status: 429, retryAfterMs: 2000, retryable: true })
  })
})
