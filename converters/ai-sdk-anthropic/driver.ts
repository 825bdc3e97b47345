/** Drives `@ai-sdk/anthropic` (specification V4), whose doStream an application reaches through the `ai` package. */

import { anthropicDriver } from './provider.ts'

export default await anthropicDriver('ai-sdk-anthropic', '@ai-sdk/anthropic', (name) => import(name))
