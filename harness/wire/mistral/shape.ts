/** What a Mistral chat stream can say. Not here: the events that say it (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'
import { normaliser } from '../openai-chat/normalise.ts'
import { readTurn } from './read-turn.ts'

const inBand = (message: unknown, type: string, code: string | null, status: number) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
  raw_status_code: status,
})

/** SDK types `DeltaMessage`, `ContentChunk`, `UsageInfo`, `CompletionResponseStreamChoiceFinishReason`. */
export const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'opaque', 'tool-call'],
  segments: false,
  parallelCalls: true,
  callIds: 'always',
  signatures: [],
  redacted: false,
  argumentsAs: 'text',
  loneSurrogates: true,
  finishes: [
    { raw: 'stop', reason: 'stop' },
    { raw: 'tool_calls', reason: 'tool-calls' },
    { raw: 'length', reason: 'max-tokens' },
    { raw: 'model_length', reason: 'max-tokens' },
  ],
  usage: ['inputTokens', 'cacheReadTokens', 'outputTokens'],
  meta: ['responseId', 'model'],
  opaques: [
    { kind: 'reference', raw: [{ type: 'reference', reference_ids: ['a', 1] }] },
    { kind: 'image_url', raw: [{ type: 'image_url', image_url: 'https://example.org/a.png' }] },
  ],
  errors: [
    inBand('Service unavailable.', 'internal_server_error', '1000', 500),
    inBand('Requests rate limit exceeded', 'rate_limited', '1300', 429),
    inBand('Service tier capacity exceeded for this model.', 'service_tier_capacity_exceeded', '3505', 429),
    inBand('Invalid model: x', 'invalid_model', '1500', 400),
    inBand(
      { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
      'invalid_request_error',
      null,
      422,
    ),
    inBand(
      'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
      'invalid_request_error',
      '3051',
      400,
    ),
    inBand('Nobody has seen this type yet.', 'novel_error', null, 0),
  ],
}

export const normalise = normaliser(shape, readTurn)
