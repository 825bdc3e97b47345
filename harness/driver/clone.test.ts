import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cloned } from './clone.ts'

describe('a copy of an event', () => {
  test('equals it and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: false }), (event) => {
        expect(cloned(event)).toEqual(structuredClone(event))
      }),
    )
    const event = { list: [{ text: 'a' }] }
    const copy = cloned(event)
    event.list[0] = { text: 'b' }
    expect(copy).toEqual({ list: [{ text: 'a' }] })
  })

  test('of dates, maps, bytes and circles is what structuredClone gives', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const event = { at: new Date(0), by: new Map([['a', 1]]), bytes: Uint8Array.of(1), circle }
    const copy = cloned(event) as typeof event
    expect(copy).toEqual(structuredClone(event))
    expect(copy.circle.self).toBe(copy.circle)
    expect(copy.by).not.toBe(event.by)
  })

  test('of an instance is one of its class, with its own fields', () => {
    class Delta {
      parts = ['a']
      get text() {
        return this.parts.join('')
      }
      set text(_text: string) {
        expect.fail('a setter was called')
      }
    }
    const delta = new Delta()
    const { copy } = cloned({ copy: delta }) as { copy: Delta }
    delta.parts.push('b')
    expect(copy).toBeInstanceOf(Delta)
    expect(copy.text).toBe('a')
  })

  test('of an error has its class, its words and its fields', () => {
    class ApiError extends Error {
      override name = 'ApiError'
      status = 429
    }
    const cause = new TypeError('inner')
    const error = new ApiError('slow down', { cause })
    const { copy } = cloned({ copy: error }) as { copy: ApiError }
    error.status = 0
    expect(copy).toBeInstanceOf(ApiError)
    expect(copy).toMatchObject({ name: 'ApiError', message: 'slow down', status: 429, stack: error.stack })
    expect(copy.cause).toEqual(cause)
    expect(Object.keys(copy)).toEqual(Object.keys(error))
  })

  test('of an object with methods keeps them', () => {
    const read = () => 'b'
    expect(cloned({ text: 'a', size: 1n, read })).toEqual({ text: 'a', size: 1n, read })
  })

  test('keeps a member named __proto__ as a member', () => {
    const event = JSON.parse('{"__proto__":{"a":1}}') as object
    expect(Object.keys(cloned(event) as object)).toEqual(['__proto__'])
  })

  test('of what nothing can copy is the thing itself', () => {
    const response = new Response('a')
    expect((cloned({ response }) as { response: Response }).response).toBe(response)
    const throwing = Object.defineProperty({}, 'text', { enumerable: true, get: () => expect.fail('read') })
    expect(cloned(throwing)).toBe(throwing)
  })
})
