/** Drives the last release of `@ai-sdk/openai` with specification V2. */

import { openAiDriver } from './provider.ts'

export default await openAiDriver('ai-sdk-openai-v2', 'openai-v2', (name) => import(name), {
  usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
  usageBase: { inputHasCache: true, outputHasReasoning: true },
})
