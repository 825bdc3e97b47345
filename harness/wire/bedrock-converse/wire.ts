/** ConverseStream of Amazon Bedrock as a wire: reader and writer put together. Not here: what they do (read-turn.ts, write-turn.ts and their neighbours). */

import type { Wire, WireWriter } from '../wire.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readRequest, requestLacks } from './read-request.ts'
import { readTurn } from './read-turn.ts'
import { normalise, shape } from './shape.ts'
import { spellings } from './spellings.ts'
import { writeBody } from './write-body.ts'
import { writeTurn } from './write-turn.ts'

export const bedrockConverse: Wire = {
  name: 'bedrock-converse',
  framings: ['eventstream'],
  contentType: 'application/vnd.amazon.eventstream',
  path: '/model/model/converse-stream',
  announcesUnknownEvents: true,
  hasBlockIndexes: true,
  outcomes,
  readTurn,
  readError,
  readInBandError,
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html
  requests: { read: readRequest, lacks: requestLacks, callId: /^[a-zA-Z0-9_-]{1,64}$/ },
}

export const bedrockConverseWriter: WireWriter = {
  name: 'bedrock-converse',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}
