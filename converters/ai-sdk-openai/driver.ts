/** Drives `@ai-sdk/openai` (specification V4), whose doStream an application reaches through the `ai` package. */

import { openAiDriver } from './provider.ts'

export default await openAiDriver('ai-sdk-openai', '@ai-sdk/openai', (name) => import(name))
