/** The Messages API of Anthropic as a wire: reader and writer put together. Not here: what they do (read-turn.ts, write-turn.ts and their neighbours). */

import type { Wire, WireWriter } from '../wire.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readRequest, requestLacks } from './read-request.ts'
import { readTurn } from './read-turn.ts'
import { normalise, shape } from './shape.ts'
import { spellings } from './spellings.ts'
import { writeBody } from './write-body.ts'
import { writeTurn } from './write-turn.ts'

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
  // https://platform.claude.com/docs/en/api/messages
  requests: { read: readRequest, lacks: requestLacks, callId: /^[a-zA-Z0-9_-]{1,64}$/ },
}

export const anthropicMessagesWriter: WireWriter = {
  name: 'anthropic-messages',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}
