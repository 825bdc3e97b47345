/** Drives `@ai-sdk/google` (specification V4), whose doStream an application reaches through the `ai` package. */

import { googleDriver } from './provider.ts'

export default await googleDriver('ai-sdk-google', '@ai-sdk/google', (name) => import(name))
