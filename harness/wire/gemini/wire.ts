/** The Gemini wire: its reader and its writer. Not here: any of their parts. */

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

export const gemini: Wire = {
  name: 'gemini',
  framings: ['sse', 'json-array'],
  contentType: 'text/event-stream',
  path: '/v1beta/models/gemini-test:streamGenerateContent',
  announcesUnknownEvents: false,
  // No indexes, but parts are an ordered list: a text behind a call is another text than the one before it.
  hasBlockIndexes: true,
  outcomes,
  readTurn,
  readError,
  readInBandError,
  requests: { read: readRequest, lacks: requestLacks },
}

export const geminiWriter: WireWriter = {
  name: 'gemini',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}
