/** The wire `pi-ai-events`: the assistant message events of pi-ai 1.6.0, which have no bytes of their own. Not here: its halves (read-turn.ts, write-turn.ts). */

import type { AssistantMessageEvent } from '@earendil-works/pi-ai'
import type { TurnShape } from '../../turn/shape.ts'
import type { Wire, WireEvent, WireWriter } from '../wire.ts'
import { normalise } from './normalise-turn.ts'
import { outcomes } from './outcomes.ts'
import { readError, readInBandError } from './read-error.ts'
import { readTurn } from './read-turn.ts'
import { spellings } from './spellings.ts'
import { writeBody, writeTurn } from './write-turn.ts'

const errorMessages = [
  'boom',
  'HTTP 401: bad key',
  'HTTP 429: rate limit',
  'OpenAI API error (429): You exceeded your current quota, please check your plan and billing details.',
  'HTTP 500: backend down',
  '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  'HTTP 400: input exceeds the model context window limit',
  'ThrottlingException: Too many tokens, rate limit reached',
  'provider timed out',
  'ECONNRESET socket closed',
  'Stream ended without finish_reason',
] as const

const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'tool-call'],
  segments: true,
  parallelCalls: true,
  callIds: 'sometimes',
  signatures: ['reasoning', 'tool-call'],
  redacted: true,
  argumentsAs: 'text',
  loneSurrogates: true,
  finishes: [
    { raw: 'stop', reason: 'stop' },
    { raw: 'toolUse', reason: 'tool-calls' },
    { raw: 'length', reason: 'max-tokens' },
    { raw: 'deferred', reason: 'other' },
  ],
  usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens', 'reasoningTokens'],
  meta: ['responseId', 'model'],
  opaques: [],
  errors: [
    ...errorMessages.map((errorMessage) => ({ reason: 'error', errorMessage })),
    { reason: 'aborted', errorMessage: 'Request was aborted' },
  ],
}

/** Framed as NDJSON where a file or a process needs bytes. */
export const piAiEvents: Wire = {
  name: 'pi-ai-events',
  framings: ['ndjson'],
  contentType: 'application/x-ndjson',
  path: '/',
  announcesUnknownEvents: false,
  hasBlockIndexes: true,
  outcomes,
  readTurn,
  readError,
  readInBandError,
}

export const piAiEventsWriter: WireWriter = {
  name: 'pi-ai-events',
  shape,
  spellings,
  normalise,
  writeTurn,
  writeBody,
}

/**
 * Events as `readTurn` takes them, copied one by one so that a live message is seen as it was. Offsets count events:
 * there are no bytes.
 */
export function piAiWireEvents(events: Iterable<AssistantMessageEvent>): WireEvent[] {
  return Array.from(events, (event, index) => {
    const data = JSON.stringify(event)
    return {
      index,
      data,
      payload: JSON.parse(data) as unknown,
      start: index,
      end: index + 1,
      terminated: true,
    }
  })
}
