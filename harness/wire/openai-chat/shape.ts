/** What a chat completion stream can say. Not here: mending drawn turns to it (normalise.ts), the events that say it (write-turn.ts). */

import type { TurnShape } from '../../turn/shape.ts'
import { normaliser } from './normalise.ts'
import { readTurn } from './read-turn.ts'

const inBand = (
  message: string,
  type: string | null,
  code: string | number | null,
  param: string | null = null,
) => ({
  error: { message, type, param, code },
})

/** Finishes are OpenAI's own (SDK type `ChatCompletionChunk.Choice.finish_reason`), without the deprecated `function_call`. */
export const shape: TurnShape = {
  kinds: ['reasoning', 'text', 'refusal', 'opaque', 'tool-call'],
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
    { raw: 'content_filter', reason: 'content-filter' },
  ],
  usage: ['inputTokens', 'cacheReadTokens', 'outputTokens', 'reasoningTokens'],
  meta: ['responseId', 'model'],
  opaques: [
    {
      kind: 'annotations',
      raw: [
        [
          {
            type: 'url_citation',
            url_citation: { url: 'https://example.org/a', title: 'A', start_index: 0, end_index: 1 },
          },
        ],
      ],
    },
    { kind: 'audio', raw: [{ id: 'audio_1', data: 'UklGRg==', transcript: 'a', expires_at: 1_700_000_001 }] },
    {
      kind: 'images',
      raw: [[{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }]],
    },
  ],
  errors: [
    inBand('The server had an error while processing your request.', 'server_error', null),
    inBand('Overloaded', 'overloaded_error', 529),
    inBand('Rate limit reached for requests', 'requests', 'rate_limit_exceeded'),
    inBand('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
    inBand('Incorrect API key provided', 'invalid_request_error', 'invalid_api_key'),
    inBand(
      "This model's maximum context length is 8192 tokens.",
      'invalid_request_error',
      'context_length_exceeded',
      'messages',
    ),
    inBand('Failed to call a function.', 'invalid_request_error', 'tool_use_failed'),
    inBand('Nobody has seen this type yet.', 'novel_error', null),
    { error: 'Request failed during generation', error_type: 'generation' },
    {
      error: { code: 502, message: 'Upstream error' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    },
  ],
}

export const normalise = normaliser(shape, readTurn)
