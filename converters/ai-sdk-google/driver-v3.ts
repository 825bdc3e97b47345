/** Drives the last release of `@ai-sdk/google` with specification V3. */

import { googleDriver } from './provider.ts'

export default await googleDriver('ai-sdk-google-v3', 'google-v3', (name) => import(name))
