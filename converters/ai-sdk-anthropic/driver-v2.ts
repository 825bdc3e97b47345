/** Drives the last release of `@ai-sdk/anthropic` with specification V2. */

import { anthropicDriver } from './provider.ts'

export default await anthropicDriver('ai-sdk-anthropic-v2', 'anthropic-v2', (name) => import(name))
