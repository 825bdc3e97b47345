/** Drives `@ai-sdk/openai-compatible` (specification V4), whose doStream an application reaches through the `ai` package. */

import { openAiCompatibleDriver } from './provider.ts'

export default await openAiCompatibleDriver(
  'ai-sdk-openai-compatible',
  '@ai-sdk/openai-compatible',
  (name) => import(name),
)
