/** Drives the last release of `@ai-sdk/anthropic` with specification V3. */

import { anthropicDriver } from './provider.ts'

export default await anthropicDriver('ai-sdk-anthropic-v3', 'anthropic-v3', (name) => import(name))
