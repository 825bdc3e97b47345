/** Drives the last release of `@ai-sdk/openai-compatible` with specification V2. */

import { openAiCompatibleDriver } from './provider.ts'

export default await openAiCompatibleDriver(
  'ai-sdk-openai-compatible-v2',
  'openai-compatible-v2',
  (name) => import(name),
  {
    usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
    usageBase: { inputHasCache: true, outputHasReasoning: true },
  },
)
