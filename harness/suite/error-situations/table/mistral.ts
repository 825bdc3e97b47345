/** How Mistral fails, over HTTP. Not here: errors inside a stream (mistral-streams.ts). */

import { httpRows } from '../error-situation.ts'

const api = 'https://docs.mistral.ai/api/endpoint/chat'

const correlation = { 'mistral-correlation-id': 'corr_1' }

function said(message: unknown, type: string, code: string | number | null, status: number) {
  return { object: 'error', message, type, param: null, code, raw_status_code: status }
}

export const mistralRows = httpRows({ provider: 'Mistral', wires: ['mistral'] }, [
  {
    id: 'bad-key',
    title: 'A wrong key, in `detail`',
    source: api,
    status: 401,
    headers: correlation,
    body: { detail: 'Unauthorized' },
    truth: { code: 'AUTH', retry: false, requestId: 'corr_1' },
  },
  {
    id: 'bad-key-with-id',
    title: 'A wrong key, its request id in the body',
    source: api,
    status: 401,
    body: { message: 'Unauthorized', request_id: 'b404c' },
    truth: { code: 'AUTH', retry: false, requestId: 'b404c' },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist, which is HTTP 400',
    source: 'https://github.com/0xPlaygrounds/rig',
    status: 400,
    headers: correlation,
    body: said('Invalid model: mistral-0', 'invalid_model', '1500', 400),
    truth: { code: 'INVALID_REQUEST', retry: false, requestId: 'corr_1' },
  },
  {
    id: 'not-enabled',
    title: 'An option the model has not, under a code that also means an overflow',
    source: 'https://github.com/0xPlaygrounds/rig',
    status: 400,
    body: said('Logprobs are not enabled for this model', 'invalid_request_invalid_args', '3051', 400),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'unknown-field',
    title: 'A field nobody knows, its message an object',
    source: 'https://github.com/editor-code-assistant/eca/issues/231',
    status: 422,
    body: said(
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
            input: {},
          },
        ],
      },
      'invalid_request_error',
      null,
      422,
    ),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, its code a number',
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts',
    status: 400,
    body: said(
      'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      'invalid_request_error',
      3051,
      400,
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'Too many requests',
    source: 'https://github.com/cline/cline/issues/9085',
    status: 429,
    headers: { ...correlation, 'retry-after': '1' },
    body: said('Rate limit exceeded', 'rate_limited', '1300', 429),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 1_000, requestId: 'corr_1' },
  },
  {
    id: 'rate-limit-bare',
    title: 'Too many requests, told by the message alone',
    source: 'https://github.com/cline/cline/issues/9085',
    status: 429,
    body: { message: 'Requests rate limit exceeded' },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'capacity',
    title: 'A tier without capacity',
    source: 'https://github.com/continuedev/continue/issues/6185',
    status: 429,
    body: said(
      'Service tier capacity exceeded for this model.',
      'service_tier_capacity_exceeded',
      '3505',
      429,
    ),
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'capacity-as-bad-request',
    title: 'A tier without capacity, told as a bad request',
    source: 'https://github.com/BerriAI/litellm/pull/25078',
    status: 503,
    body: said('Service tier capacity exceeded for this model.', 'invalid_request_error', null, 503),
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'internal',
    title: 'A fault of the server',
    source: api,
    status: 500,
    body: said('Internal Server Error', 'internal_server_error', '1000', 500),
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'unavailable',
    title: 'A service that is away',
    source: api,
    status: 503,
    body: said('Service unavailable.', 'unreachable_backend', '1100', 503),
    truth: { code: 'OVERLOADED', retry: true },
  },
])
