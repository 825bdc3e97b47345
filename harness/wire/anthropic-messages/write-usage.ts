/** The usage objects of `message_start` and `message_delta`. Not here: the events around them (write-turn.ts). */

import type { Usage } from '../../turn/turn.ts'
import type { JsonObject } from '../json-fields.ts'
import type { Uses } from './spellings.ts'

/** Every count of the turn. */
export function wholeUsage(usage: Usage): JsonObject {
  return {
    ...(usage.inputTokens === undefined ? {} : { input_tokens: usage.inputTokens }),
    ...(usage.cacheWriteTokens === undefined ? {} : { cache_creation_input_tokens: usage.cacheWriteTokens }),
    ...(usage.cacheReadTokens === undefined ? {} : { cache_read_input_tokens: usage.cacheReadTokens }),
    ...outputOf(usage),
  }
}

function outputOf({ outputTokens, reasoningTokens }: Usage): JsonObject {
  return {
    ...(outputTokens === undefined ? {} : { output_tokens: outputTokens }),
    ...(reasoningTokens === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  }
}

/** `message_start` is sent before anything is generated, so its output is one token, as the provider writes it. */
export function startUsage(usage: Usage, hasDelta: boolean, uses: Uses): JsonObject {
  const extras = uses('usage-extras') ? startExtras(usage) : {}
  if (!hasDelta || uses('usage-at-start')) return { ...wholeUsage(usage), ...extras }
  if (uses('usage-in-delta-only')) return { input_tokens: 0, output_tokens: 0, ...extras }
  const { reasoningTokens: _notYet, ...early } = usage
  const guess = uses('usage-corrected') ? { inputTokens: (usage.inputTokens ?? 0) + 100 } : {}
  return { ...wholeUsage({ ...early, ...guess, outputTokens: 1 }), ...extras }
}

function startExtras({ cacheWriteTokens }: Usage): JsonObject {
  return {
    ...(cacheWriteTokens === undefined
      ? {}
      : { cache_creation: { ephemeral_5m_input_tokens: cacheWriteTokens, ephemeral_1h_input_tokens: 0 } }),
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

/** Undefined where `message_delta` has no usage. */
export function deltaUsage(usage: Usage, uses: Uses): JsonObject | undefined {
  if (uses('usage-at-start')) return undefined
  const extras = uses('usage-extras') ? { server_tool_use: { web_search_requests: 0 } } : {}
  const repeats = uses('usage-repeated') || uses('usage-in-delta-only') || uses('usage-corrected')
  return {
    ...(uses('usage-nulls') ? nulls : {}),
    ...(repeats ? wholeUsage(usage) : outputOf(usage)),
    ...extras,
  }
}

const nulls: JsonObject = {
  input_tokens: null,
  cache_creation_input_tokens: null,
  cache_read_input_tokens: null,
  output_tokens_details: null,
  server_tool_use: null,
}
