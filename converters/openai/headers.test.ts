/** Proves how headers are read, above all how long to wait. */
import { describe, expect, it } from 'vitest'
import { readHeader, readRetryAfterMs } from './headers.ts'

const NOW = Date.parse('2026-11-30T12:00:00Z')

describe('readHeader', () => {
  it('finds a name in any letter case, in Headers and in a plain record', () => {
    expect(readHeader(new Headers({ 'X-Request-Id': 'r' }), 'x-request-id')).toBe('r')
    expect(readHeader({ 'X-REQUEST-ID': 'r' }, 'x-request-id')).toBe('r')
    expect(readHeader({ 'x-request-id': '' }, 'x-request-id')).toBeUndefined()
    expect(readHeader(undefined, 'x-request-id')).toBeUndefined()
  })
})

describe('readRetryAfterMs', () => {
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'Retry-After': 'Mon, 30 Nov 2026 12:00:36 GMT' }, 36_000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'Foo, 99 Bar' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after-ms': 'x', 'retry-after': '2' }, 2000],
    [{}, undefined],
  ])('reads %j as %s', (headers, expected) => {
    expect(readRetryAfterMs(headers, NOW)).toBe(expected)
  })

  it("compares a date with the server's own clock", () => {
    const headers = { date: 'Mon, 30 Nov 2020 12:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2020 12:00:09 GMT' }
    expect(readRetryAfterMs(headers)).toBe(9000)
  })
})
