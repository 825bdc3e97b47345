/** Token counts of a chat completion, in the spellings of the servers that speak the wire. Not here: where in the stream they stand (read-turn.ts). */

import type { TurnUsage, Usage } from '../../turn/turn.ts'
import { numberOf, objectOf, type JsonObject } from '../json-fields.ts'
import { defined } from '../read-status.ts'

/** The first path that holds a number. */
function firstOf(usage: JsonObject, paths: readonly (readonly [string, string?])[]): number | undefined {
  return paths
    .map(([field, inner]) =>
      inner === undefined ? numberOf(usage[field]) : numberOf(objectOf(usage[field])?.[inner]),
    )
    .find((value) => value !== undefined)
}

/** Tokens read from a cache: OpenAI, Mistral (two), DeepSeek, Moonshot, gateways in front of Anthropic. Sources in NOTES.md. */
const cacheReadPaths = [
  ['prompt_tokens_details', 'cached_tokens'],
  ['prompt_token_details', 'cached_tokens'],
  ['num_cached_tokens'],
  ['prompt_cache_hit_tokens'],
  ['cached_tokens'],
  ['cache_read_input_tokens'],
] as const

/** Tokens written to a cache: OpenRouter, gateways in front of Anthropic. */
const cacheWritePaths = [
  ['prompt_tokens_details', 'cache_write_tokens'],
  ['cache_creation_input_tokens'],
] as const

const reasoningPaths = [['completion_tokens_details', 'reasoning_tokens'], ['reasoning_tokens']] as const

/**
 * `prompt_tokens` holds the cached tokens and `completion_tokens` the reasoning
 * (https://platform.openai.com/docs/guides/prompt-caching, https://platform.openai.com/docs/guides/reasoning).
 */
export function readUsage(usage: JsonObject): TurnUsage {
  const contradiction = contradictionOf(usage)
  return contradiction === undefined ? { ...fieldsOf(usage), raw: usage } : { raw: usage, contradiction }
}

function fieldsOf(usage: JsonObject): Usage {
  const prompt = numberOf(usage['prompt_tokens'])
  const cacheReadTokens = firstOf(usage, cacheReadPaths)
  const cacheWriteTokens = firstOf(usage, cacheWritePaths)
  return defined<Usage>({
    inputTokens: prompt === undefined ? undefined : prompt - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0),
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: numberOf(usage['completion_tokens']),
    reasoningTokens: firstOf(usage, reasoningPaths),
  })
}

/** Why the counts cannot all be true, if they cannot. */
function contradictionOf(usage: JsonObject): string | undefined {
  const { inputTokens, outputTokens, reasoningTokens } = fieldsOf(usage)
  const prompt = numberOf(usage['prompt_tokens'])
  const total = numberOf(usage['total_tokens'])
  if (inputTokens !== undefined && inputTokens < 0)
    return 'more prompt tokens came from a cache than there were'
  if ((reasoningTokens ?? 0) > (outputTokens ?? Number.POSITIVE_INFINITY)) {
    return 'more tokens were spent on reasoning than were generated'
  }
  if (
    total !== undefined &&
    prompt !== undefined &&
    outputTokens !== undefined &&
    total !== prompt + outputTokens
  ) {
    return 'the total is not the sum of prompt and completion'
  }
  return undefined
}
