/** pi-ai's token counts -> this converter's usage. Not here: cost, which pi-ai derives from its own price list. */

import type { Usage } from '@earendil-works/pi-ai'
import type { LlmUsage } from './vocabulary.ts'

/** Cache and reasoning fields appear only where they count something: pi-ai writes 0 for "not reported". */
export function mapUsage(usage: Usage): LlmUsage {
  return {
    inputTokens: usage.input,
    outputTokens: usage.output,
    ...(usage.cacheRead > 0 && { cacheReadTokens: usage.cacheRead }),
    ...(usage.cacheWrite > 0 && { cacheWriteTokens: usage.cacheWrite }),
    ...(usage.reasoning && { reasoningTokens: usage.reasoning }),
  }
}
