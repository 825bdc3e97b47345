import { describe, expect, test } from 'vitest'
import { keyOf, normaliserOf, type Volatile } from './normalise.ts'

type Said = { url?: string; method?: string; body?: unknown }

function keyUnder(
  volatile: Volatile | undefined,
  { url = 'https://a.example/v1/x', method = 'POST', body }: Said,
) {
  const bytes = body === undefined ? {} : { body: bytesOf(body) }
  return keyOf(normaliserOf(volatile)({ method, url, headers: {}, ...bytes }))
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

function same(a: Said, b: Said, volatile?: Volatile): boolean {
  return keyUnder(volatile, a) === keyUnder(volatile, b)
}

describe('the same request', () => {
  test.each<[string, Said, Said]>([
    ['keys in another order', { body: { a: 1, b: { c: 2, d: 3 } } }, { body: { b: { d: 3, c: 2 }, a: 1 } }],
    ['other spaces in the JSON', { body: '{"a":1}' }, { body: '{ "a" : 1 }' }],
    ['another host', { url: 'https://a.example/v1/x' }, { url: 'http://127.0.0.1:80/v1/x' }],
    ['a method in lower case', { method: 'post' }, { method: 'POST' }],
    ['another key in the query', { url: '/x?key=abc&alt=sse' }, { url: '/x?alt=sse&key=defgh' }],
    ['no body and an empty one', {}, { body: '' }],
    ['placeholders of other lengths', { body: { a: 'k REDACTEDRED!' } }, { body: { a: 'k REDACTED!' } }],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(true)
  })
})

describe('another request', () => {
  test.each<[string, Said, Said]>([
    ['another text', { body: { a: 'x' } }, { body: { a: 'y' } }],
    ['items in another order', { body: [1, 2] }, { body: [2, 1] }],
    ['another path', { url: '/v1/x' }, { url: '/v1/y' }],
    ['another query', { url: '/x?alt=sse' }, { url: '/x' }],
    ['another method', { method: 'GET' }, { method: 'POST' }],
    ['a field more', { body: { a: 1 } }, { body: { a: 1, user: 'u' } }],
    ['other bytes', { body: new Uint8Array([255, 1]) }, { body: new Uint8Array([255, 2]) }],
    ['another plain text', { body: 'a=1' }, { body: 'a=2' }],
  ])('%s', (_, a, b) => {
    expect(same(a, b)).toBe(false)
  })
})

describe('volatile', () => {
  test.each<[string, readonly string[], unknown, unknown]>([
    ['a field', ['user'], { a: 1, user: 'u' }, { a: 1 }],
    ['a field with all it holds', ['metadata'], { metadata: { run: 1 } }, { metadata: { run: 2, x: 3 } }],
    [
      'one in every item',
      ['messages.*.id'],
      { messages: [{ id: 1, t: 't' }] },
      { messages: [{ id: 2, t: 't' }] },
    ],
    ['one at any depth', ['**.id'], { id: 1, a: [{ b: { id: 2 } }] }, { a: [{ b: {} }] }],
    ['an index', ['a.1'], { a: [1, 2, 3] }, { a: [1, 9, 3] }],
    ['what is below a field', ['a.**'], { a: { b: 1 } }, {}],
  ])('%s', (_, fields, a, b) => {
    expect(same({ body: a }, { body: b }, { fields })).toBe(true)
  })

  test('a field of that name elsewhere still counts', () => {
    expect(same({ body: { a: { user: 1 } } }, { body: { a: { user: 2 } } }, { fields: ['user'] })).toBe(false)
  })

  test('dates and ids inside texts, and in the path', () => {
    const text = [/\d{4}-\d\d-\d\d/, /run-\w+/]
    const at = (date: string, run: string) => ({ url: `/v1/${run}/x`, body: { t: `On ${date}, ${date}.` } })
    expect(same(at('2026-01-01', 'run-a'), at('2026-02-02', 'run-b'), { text })).toBe(true)
    expect(same({ body: { t: 'On 2026-01-01' } }, { body: { t: 'At 2026-01-01' } }, { text })).toBe(false)
  })

  test('query parameters', () => {
    expect(same({ url: '/x?trace=1&a=1' }, { url: '/x?trace=2&a=1' }, { query: ['trace'] })).toBe(true)
  })
})
