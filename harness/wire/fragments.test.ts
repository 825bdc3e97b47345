import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentsOf } from './fragments.ts'

test('fragments joined are the text, whatever the lengths', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(5)), (text, lengths) => {
      expect(fragmentsOf(text, lengths).join('')).toBe(text)
    }),
  )
})

test('the lengths are used in a cycle; without any, or for an empty text, nothing is cut', () => {
  expect(fragmentsOf('abcdef', [1, 2])).toEqual(['a', 'bc', 'd', 'ef'])
  expect(fragmentsOf('abc', [0, 2])).toEqual(['', 'ab', '', 'c'])
  expect(fragmentsOf('abc', [])).toEqual(['abc'])
  expect(fragmentsOf('', [1])).toEqual([])
})

test('a long text is cut a hundred times and no more', () => {
  const fragments = fragmentsOf('x'.repeat(5_000), [1])
  expect(fragments).toHaveLength(100)
  expect(fragments.at(-1)).toHaveLength(4_901)
})
