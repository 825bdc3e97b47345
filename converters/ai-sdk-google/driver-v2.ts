/** Drives the last release of `@ai-sdk/google` with specification V2. */

import { googleDriver } from './provider.ts'

export default await googleDriver('ai-sdk-google-v2', 'google-v2', (name) => import(name), {
  usageBase: { inputHasCache: true, outputHasReasoning: false },
})
