/** Reads token counts from a chunk or an answer, in the spellings of compatible providers. Not here: when they are emitted (stream.ts). */
import type { UsageReport } from './stream-state.ts'
import type { LlmUsage } from './types.ts'
import { asCount, asObject, type WireObject } from './wire-values.ts'

/**
 * The usage that a chunk or an answer reports, or undefined where it reports none: missing, null, or without a single count.
 * Places: `usage`; the choice's own `usage` (Moonshot, https://github.com/vercel/ai/pull/7925); `x_groq.usage` (https://console.groq.com/docs).
 */
export function readUsage(wire: WireObject, choice?: WireObject): UsageReport | undefined {
  for (const value of [wire.usage, choice?.usage, asObject(wire.x_groq)?.usage]) {
    const raw = asObject(value)
    const usage = raw && mapUsage(raw)
    if (usage) return { usage, raw }
  }
  return undefined
}

/** The counts of one usage object; undefined where it holds none. Counts that are not numbers are 0. */
export function mapUsage(raw: WireObject): LlmUsage | undefined {
  const prompt = firstCount(raw.prompt_tokens, raw.input_tokens)
  const completion = firstCount(raw.completion_tokens, raw.output_tokens)
  const total = firstCount(raw.total_tokens)
  if (prompt === undefined && completion === undefined && total === undefined) return undefined
  return {
    promptTokens: prompt ?? 0,
    completionTokens: completion ?? 0,
    totalTokens: total ?? (prompt ?? 0) + (completion ?? 0),
    ...details(raw),
  }
}

/**
 * DeepSeek says prompt_cache_hit_tokens (https://api-docs.deepseek.com/guides/kv_cache), Mistral num_cached_tokens or a singular
 * prompt_token_details, Moonshot cached_tokens, gateways before Anthropic cache_read_input_tokens and cache_creation_input_tokens.
 */
function details(raw: WireObject): Pick<LlmUsage, 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens'> {
  const prompt = asObject(raw.prompt_tokens_details) ?? asObject(raw.prompt_token_details)
  const completion = asObject(raw.completion_tokens_details)
  const cachedTokens = firstCount(
    prompt?.cached_tokens,
    raw.num_cached_tokens,
    raw.prompt_cache_hit_tokens,
    raw.cached_tokens,
    raw.cache_read_input_tokens,
  )
  const cacheWriteTokens = firstCount(prompt?.cache_write_tokens, raw.cache_creation_input_tokens)
  const reasoningTokens = firstCount(completion?.reasoning_tokens, raw.reasoning_tokens)
  return {
    cachedTokens: cachedTokens ?? 0,
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}

function firstCount(...values: unknown[]): number | undefined {
  return values.map(asCount).find((count) => count !== undefined)
}
