/** Mistral's chat API as a wire: reader and writer put together. Not here: what they do (read-turn.ts, write-turn.ts and their neighbours). */

import type { Wire, WireWriter } from '../wire.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readRequest, requestLacks } from './read-request.ts'
import { readTurn } from './read-turn.ts'
import { normalise, shape } from './shape.ts'
import { spellings } from './spellings.ts'
import { writeBody } from './write-body.ts'
import { writeTurn } from './write-turn.ts'

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
  // https://docs.mistral.ai/capabilities/function_calling/
  requests: { read: readRequest, lacks: requestLacks, callId: /^[a-zA-Z0-9]{9}$/ },
}

export const mistralWriter: WireWriter = {
  name: 'mistral',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}
