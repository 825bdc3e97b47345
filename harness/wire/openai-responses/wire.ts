/** The Responses wire: its reader and its writer. Not here: any of their parts. */

import type { Wire, WireWriter } from '../wire.ts'
import { normalise } from './normalise.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readRequest, requestLacks } from './read-request.ts'
import { readTurn } from './read-turn.ts'
import { shape } from './shape.ts'
import { spellings } from './spellings.ts'
import { writeBody } from './write-body.ts'
import { writeTurn } from './write-turn.ts'

export const openaiResponses: Wire = {
  name: 'openai-responses',
  framings: ['sse'],
  contentType: 'text/event-stream',
  path: '/v1/responses',
  announcesUnknownEvents: true,
  hasBlockIndexes: true,
  outcomes,
  readTurn,
  readError,
  readInBandError,
  requests: { read: readRequest, lacks: requestLacks },
}

export const openaiResponsesWriter: WireWriter = {
  name: 'openai-responses',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}
