/** Proves how token counts are read in each spelling. */
import { describe, expect, it } from 'vitest'
import { mapUsage } from './usage.ts'

const BASE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
const PLAIN = { promptTokens: 100, completionTokens: 10, totalTokens: 110, cachedTokens: 0 }

describe('mapUsage', () => {
  it('has no fields the provider did not speak of, but cachedTokens', () => {
    expect(mapUsage(BASE)).toStrictEqual(PLAIN)
  })

  it.each([
    ['prompt_tokens_details', { prompt_tokens_details: { cached_tokens: 64 } }],
    ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }],
    ['Mistral', { num_cached_tokens: 64 }],
    ['Mistral, singular', { prompt_token_details: { cached_tokens: 64 } }],
    ['a gateway', { cache_read_input_tokens: 64 }],
    ['Moonshot', { cached_tokens: 64 }],
  ])('reads cached tokens as %s spells them', (_who, more) => {
    expect(mapUsage({ ...BASE, ...more })).toEqual({ ...PLAIN, cachedTokens: 64 })
  })

  it('reads reasoning and cache writes where they are told', () => {
    const raw = {
      ...BASE,
      completion_tokens_details: { reasoning_tokens: 4 },
      prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 2 },
    }
    expect(mapUsage(raw)).toEqual({ ...PLAIN, cachedTokens: 1, cacheWriteTokens: 2, reasoningTokens: 4 })
  })

  it('adds up a missing total, and keeps one that does not add up', () => {
    expect(mapUsage({ prompt_tokens: 1, completion_tokens: 2 })?.totalTokens).toBe(3)
    expect(mapUsage({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 })?.totalTokens).toBe(9)
  })

  it('takes counts that are no counts for missing', () => {
    expect(
      mapUsage({ prompt_tokens: -1, completion_tokens: 3, total_tokens: 'x', prompt_tokens_details: null }),
    ).toEqual({
      promptTokens: 0,
      completionTokens: 3,
      totalTokens: 3,
      cachedTokens: 0,
    })
    expect(mapUsage({ cost: 1 })).toBeUndefined()
  })
})
