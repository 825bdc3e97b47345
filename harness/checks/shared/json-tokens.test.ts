import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonTokens, sameTokens, sameValues } from './json-tokens.ts'

const json = fc.json({ maxDepth: 3 })

describe('jsonTokens', () => {
  test('keeps strings by value and the rest by spelling, in order', () => {
    expect(jsonTokens(' {"a\\u0062": [1.0, -0, true, null]} ')).toEqual([
      '{',
      { string: 'ab' },
      ':',
      '[',
      '1.0',
      ',',
      '-0',
      ',',
      'true',
      ',',
      'null',
      ']',
      '}',
    ])
  })

  test('gives nothing for what is not JSON', () => {
    for (const text of ['', '{"a"', '{}{}', "{'a':1}", '{"a":1}x']) expect(jsonTokens(text)).toBeUndefined()
  })

  test('has a token for every character that is not white space', () => {
    fc.assert(
      fc.property(json, (text) => {
        const spelled = jsonTokens(text)?.map((token) =>
          typeof token === 'string' ? token : JSON.stringify(token.string),
        )
        expect(JSON.parse(spelled?.join('') ?? '')).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('sameTokens', () => {
  test('does not mind white space', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 4 }), (text, indent) => {
        expect(sameTokens(text, JSON.stringify(JSON.parse(text), null, indent))).toBe(
          sameTokens(text, JSON.stringify(JSON.parse(text))),
        )
      }),
    )
  })

  test.each([
    ['1', '1.0'],
    ['1000', '1e3'],
    ['0', '-0'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":1,"a":1}', '{"a":1}'],
    ['"1"', '1'],
    ['[1,2]', '[12]'],
    ['{"a', '{"a'],
  ])('tells %s from %s', (a, b) => {
    expect(sameTokens(a, b)).toBe(false)
    expect(sameTokens(b, a)).toBe(false)
  })

  test('takes `","` in a string for a string', () => {
    expect(sameTokens('["a,b"]', '["a","b"]')).toBe(false)
    expect(sameTokens(String.raw`["a\",\"b"]`, String.raw`["a\u0022,\"b"]`)).toBe(true)
  })
})

describe('sameValues', () => {
  test('holds for a text that JSON.stringify wrote anew', () => {
    fc.assert(fc.property(json, (text) => sameValues(text, JSON.stringify(JSON.parse(text)))))
  })

  test('is as strict as the values are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(sameValues(JSON.stringify(a), JSON.stringify(b))).toBe(
          JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)),
        )
      }),
    )
  })

  test.each([
    ['{"__proto__":1}', '{}'],
    ['{"a":null}', '{}'],
    ['[]', '{}'],
    ['1', '"1"'],
    ['1', 'null'],
    ['{', '{'],
  ])('tells %s from %s', (a, b) => {
    expect(sameValues(a, b)).toBe(false)
  })
})

/** The value with its keys in order, as a list of pairs so that no key is special. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { object: entries.map(([key, inner]) => [key, sorted(inner)]) }
}
