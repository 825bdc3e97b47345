/** Mistral's chat API as a wire: the reader put together. Not here: what it does (read-turn.ts and its neighbours). */

import type { Wire } from '../wire.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readTurn } from './read-turn.ts'

export const mistral: Wire = {
  name: 'mistral',
  framings: ['sse', 'ndjson'],
  contentType: 'text/event-stream; charset=utf-8',
  path: '/v1/chat/completions',
  announcesUnknownEvents: false,
  hasBlockIndexes: false,
  outcomes,
  readTurn,
  readError,
  readInBandError,
}
