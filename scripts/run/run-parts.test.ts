import { describe, expect, test } from 'vitest'
import { progressText } from './progress.ts'
import { partOf, readShard } from './shard.ts'

describe('shards', () => {
  test('every item is in exactly one', () => {
    const items = Array.from({ length: 10 }, (_, at) => at)
    const parts = [1, 2, 3].map((index) => partOf(items, { index, of: 3 }))
    expect(parts.flat().sort((a, b) => a - b)).toEqual(items)
    expect(partOf(items, undefined)).toEqual(items)
  })

  test.for(['0/3', '4/3', '1', 'a/b', ''])('%j is refused', (text) => {
    expect(() => readShard(text)).toThrow(/--shard: write i\/n/)
  })
})

test('progress tells the rate, the time left and what is unexpected', () => {
  const text = progressText({ done: 50, total: 200, unexpected: 3, elapsedMs: 2_000 })
  expect(text).toBe('50 of 200 cases, 25/s, 6 s left, 3 results unexpected')
  expect(progressText({ done: 0, total: 200, unexpected: 0, elapsedMs: 0 })).toBe('0 of 200 cases, 0/s')
})
