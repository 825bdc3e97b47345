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

  test('of dates, maps, class instances and circles is what structuredClone gives', () => {
    class Delta {
      text = 'a'
    }
    const circle: { self?: unknown } = {}
    circle.self = circle
    const event = { at: new Date(0), by: new Map([['a', 1]]), delta: new Delta(), circle }
    const copy = cloned(event) as typeof event
    expect(copy).toEqual(structuredClone(event))
    expect(copy.circle.self).toBe(copy.circle)
  })

  test('of an object with methods goes through JSON', () => {
    expect(cloned({ text: 'a', read: () => 'b' })).toEqual({ text: 'a' })
  })

  test('keeps a member named __proto__ as a member', () => {
    const event = JSON.parse('{"__proto__":{"a":1}}') as object
    expect(Object.keys(cloned(event) as object)).toEqual(['__proto__'])
  })

  test('of what nothing can copy is the thing itself', () => {
    const event = { size: 1n, read: () => 'b' }
    expect(cloned(event)).toBe(event)
    const throwing = Object.defineProperty({}, 'text', { enumerable: true, get: () => expect.fail('read') })
    expect(cloned(throwing)).toBe(throwing)
  })
})
