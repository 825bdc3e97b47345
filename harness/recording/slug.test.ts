import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { isSlug, slugOf } from './slug.ts'

test('makes a readable slug of a title', () => {
  expect(slugOf('Tool call, late name (Azure)')).toBe('tool-call-late-name-azure')
  expect(slugOf('Gruß_é')).toBe('gru-e')
})

test('is never empty', () => {
  expect(slugOf('')).toMatch(/^x-[0-9a-f]{6}$/)
  expect(slugOf('日本')).not.toBe(slugOf('中国'))
})

test('keeps two long texts apart that begin alike', () => {
  const long = 'a'.repeat(80)
  expect(slugOf(`${long}1`)).not.toBe(slugOf(`${long}2`))
  expect(slugOf(`${long}1`)).toHaveLength(60)
})

test.prop([fc.string({ unit: 'binary', maxLength: 200 })])(
  'is always a slug, and a slug stays itself',
  (text) => {
    const slug = slugOf(text)
    expect(isSlug(slug)).toBe(true)
    expect(slugOf(slug)).toBe(slug)
  },
)
