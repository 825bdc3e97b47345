import { expect, it } from 'vitest'
import { usageOf } from './messages.fixture.ts'
import { mapUsage } from './usage.ts'

it('keeps input and output, and leaves out counts that are zero', () => {
  expect(mapUsage(usageOf({ input: 7, output: 3, reasoning: 0 }))).toStrictEqual({
    inputTokens: 7,
    outputTokens: 3,
  })
})

it('keeps cached, written and reasoning tokens apart', () => {
  const usage = usageOf({ input: 7, output: 30, cacheRead: 100, cacheWrite: 20, reasoning: 25 })
  expect(mapUsage(usage)).toStrictEqual({
    inputTokens: 7,
    outputTokens: 30,
    cacheReadTokens: 100,
    cacheWriteTokens: 20,
    reasoningTokens: 25,
  })
})
