/** Drives the last release of `@ai-sdk/openai` with specification V3. */

import { openAiDriver } from './provider.ts'

export default await openAiDriver('ai-sdk-openai-v3', 'openai-v3', (name) => import(name))
