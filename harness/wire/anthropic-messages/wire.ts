/** The Messages API of Anthropic as a wire: reader and writer put together. Not here: what they do (read-turn.ts, write-turn.ts and their neighbours). */

import type { Wire } from '../wire.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readTurn } from './read-turn.ts'

export const anthropicMessages: Wire = {
  name: 'anthropic-messages',
  framings: ['sse', 'ndjson'],
  contentType: 'text/event-stream; charset=utf-8',
  path: '/v1/messages',
  announcesUnknownEvents: true,
  hasBlockIndexes: true,
  outcomes,
  readTurn,
  readError,
  readInBandError,
}
