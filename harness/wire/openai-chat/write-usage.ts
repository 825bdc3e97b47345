/** Token counts as chat completions servers write them. Not here: on which chunks they stand (write-chunks.ts). */

import type { Usage } from '../../turn/turn.ts'
import type { JsonObject } from '../json-fields.ts'
import { defined } from '../read-status.ts'
import type { Uses } from './spellings.ts'

/** The inverse of `readUsage`. */
export function usageObject(usage: Usage, uses: Uses): JsonObject {
  const { inputTokens = 0, cacheReadTokens, cacheWriteTokens, outputTokens = 0, reasoningTokens } = usage
  const prompt = inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0)
  const elsewhere = uses('usage-cache-hits') || uses('usage-cached-tokens')
  return {
    ...countsOf(prompt, outputTokens),
    ...detailsOf('prompt_tokens_details', {
      cached_tokens: elsewhere ? undefined : cacheReadTokens,
      cache_write_tokens: cacheWriteTokens,
    }),
    ...(uses('usage-cache-hits') && {
      prompt_cache_hit_tokens: cacheReadTokens ?? 0,
      prompt_cache_miss_tokens: prompt - (cacheReadTokens ?? 0),
    }),
    ...(uses('usage-cached-tokens') && { cached_tokens: cacheReadTokens ?? 0 }),
    ...detailsOf('completion_tokens_details', { reasoning_tokens: reasoningTokens }),
    ...(uses('usage-extras') && { cost: 0.0123, queue_time: 0.5, cost_details: { upstream: null } }),
  }
}

/** Usage after `part` of the answer, 0 to 1: the details are known only at the end. */
export function usageSoFar(usage: Usage, part: number): JsonObject {
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage
  return countsOf(inputTokens + cacheReadTokens + cacheWriteTokens, Math.floor(outputTokens * part))
}

function countsOf(prompt: number, completion: number): JsonObject {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

function detailsOf(name: string, details: Readonly<Record<string, number | undefined>>): JsonObject {
  const known = defined(details)
  return Object.keys(known).length === 0 ? {} : { [name]: known }
}
