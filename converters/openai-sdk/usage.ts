/** The token counts of OpenAI's two APIs, as the client hands them over. */

import type { Usage } from '../../harness/index.ts'

/** `CompletionUsage` and `ResponseUsage` of the client. */
export type Tokens = {
  prompt_tokens?: number
  completion_tokens?: number
  prompt_tokens_details?: Details
  completion_tokens_details?: Details
  input_tokens?: number
  output_tokens?: number
  input_tokens_details?: Details
  output_tokens_details?: Details
}
type Details = { cached_tokens?: number; cache_write_tokens?: number; reasoning_tokens?: number } | null

/** Input includes what was cached, output includes reasoning. */
export function usageOfTokens(tokens: Tokens): Usage {
  const input = tokens.prompt_tokens_details ?? tokens.input_tokens_details
  const output = tokens.completion_tokens_details ?? tokens.output_tokens_details
  return {
    ...count('inputTokens', tokens.prompt_tokens ?? tokens.input_tokens),
    ...count('outputTokens', tokens.completion_tokens ?? tokens.output_tokens),
    ...count('cacheReadTokens', input?.cached_tokens),
    ...count('cacheWriteTokens', input?.cache_write_tokens),
    ...count('reasoningTokens', output?.reasoning_tokens),
  }
}

function count(field: keyof Usage, value: number | undefined): Usage {
  return typeof value === 'number' ? { [field]: value } : {}
}
