/** Drives the last release of `@ai-sdk/openai-compatible` with specification V3. */

import { openAiCompatibleDriver } from './provider.ts'

export default await openAiCompatibleDriver(
  'ai-sdk-openai-compatible-v3',
  'openai-compatible-v3',
  (name) => import(name),
)
