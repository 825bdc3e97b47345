/** Drives the converter at event level: pi-ai's events are objects, so they are handed over as they are. */

import type { AssistantMessageEvent } from '@earendil-works/pi-ai'
import { defineDriver } from '../../harness/index.ts'
import { packageVersion } from '../package-version.ts'
import { capabilities, failureOf, project } from './project.ts'
import { toStreamChunks } from './stream.ts'
import { LlmError, type StreamChunk } from './vocabulary.ts'

/** In tokens, far above any drawn usage: the converter takes usage beyond the window for an overflow. */
const contextWindow = 1_000_000_000

export default defineDriver<StreamChunk, undefined, 'events'>({
  name: 'pi-ai-events',
  version: `@earendil-works/pi-ai ${packageVersion('@earendil-works/pi-ai')}`,
  wires: ['pi-ai-events'],
  level: 'events',
  capabilities,
  convert: (payloads) => toStreamChunks(payloads as AsyncIterable<AssistantMessageEvent>, contextWindow),
  project,
  // What is not the converter's own error is the source's: it broke.
  failure: (error) =>
    error instanceof LlmError
      ? failureOf(error)
      : { code: 'TRANSPORT', message: error instanceof Error ? error.message : String(error) },
})
