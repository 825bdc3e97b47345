/** The token counts of the AI SDK's three specifications. Not here: on which base V2 counts, which hangs on the provider (each driver's `usageBase`). */

import type { Usage } from '../../harness/index.ts'
import type { PartUsage } from './stream-part.ts'

/**
 * V2 hands the provider's own counts on, so that input may include cached tokens; V3 and V4 give what was not cached apart.
 * V2 has no place for tokens written to a cache: providers put them beside it, `written` is that number.
 */
export function usageOf(usage: PartUsage, written?: unknown): Usage {
  const { inputTokens: input, outputTokens: output } = usage
  const given: Usage =
    isCounts(input) && isCounts(output)
      ? {
          ...count('inputTokens', input['noCache'] ?? input['total']),
          ...count('cacheReadTokens', input['cacheRead']),
          ...count('cacheWriteTokens', input['cacheWrite']),
          ...count('outputTokens', output['total']),
          ...count('reasoningTokens', output['reasoning']),
        }
      : {
          ...count('inputTokens', input),
          ...count('cacheReadTokens', usage.cachedInputTokens),
          ...count('cacheWriteTokens', written),
          ...count('outputTokens', output),
          ...count('reasoningTokens', usage.reasoningTokens),
        }
  return given
}

function isCounts(value: PartUsage['inputTokens']): value is { readonly [name: string]: number | undefined } {
  return typeof value === 'object' && value !== null
}

/** NaN is kept: it is what the converter said, and no count. */
function count(field: keyof Usage, value: unknown): Usage {
  return typeof value === 'number' ? { [field]: value } : {}
}
