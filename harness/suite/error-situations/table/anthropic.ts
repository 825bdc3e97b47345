/** How Anthropic fails, over HTTP, and Vertex AI in front of it. Not here: errors inside a stream (anthropic-streams.ts). */

import { httpRows } from '../error-situation.ts'

const errors = 'https://platform.claude.com/docs/en/api/errors'

const types = 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/shared.ts'

const limits = 'https://platform.claude.com/docs/en/api/rate-limits'

const wires = ['anthropic-messages'] as const

function said(type: string, message: string, more: object = {}) {
  return { type: 'error', error: { type, message, ...more }, request_id: 'req_011' }
}

const byBody = { requestId: 'req_011' } as const

export const anthropicRows = httpRows({ provider: 'Anthropic', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: errors,
    status: 401,
    headers: { 'request-id': 'req_011', 'x-should-retry': 'false' },
    body: said('authentication_error', 'invalid x-api-key'),
    truth: { code: 'AUTH', retry: false, ...byBody },
  },
  {
    id: 'permission',
    title: 'A resource the key may not use',
    source: errors,
    status: 403,
    body: said('permission_error', 'Your API key does not have permission to use the specified resource.'),
    truth: { code: 'PERMISSION', retry: false, ...byBody },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist',
    source: errors,
    status: 404,
    body: said('not_found_error', 'model: claude-0'),
    truth: { code: 'NOT_FOUND', retry: false, ...byBody },
  },
  {
    id: 'bad-request',
    title: 'An empty message',
    source: errors,
    status: 400,
    body: said('invalid_request_error', 'messages.0: all messages must have non-empty content'),
    truth: { code: 'INVALID_REQUEST', retry: false, ...byBody },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: 'https://github.com/earendil-works/pi/issues/129',
    status: 400,
    body: said('invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum'),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, ...byBody },
  },
  {
    id: 'context-window-with-output',
    title: 'A prompt that is too long together with the asked output',
    source: 'https://github.com/rynfar/meridian/issues/856',
    status: 400,
    body: said(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, ...byBody },
  },
  {
    id: 'request-too-large',
    title: 'A request of too many bytes',
    source: errors,
    status: 413,
    body: said('request_too_large', 'Request exceeds the maximum size'),
    truth: { code: 'INVALID_REQUEST', retry: false, ...byBody },
  },
  {
    id: 'credit',
    title: 'Spent credit, told as a bad request',
    source: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/618',
    status: 400,
    body: said(
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    truth: { code: 'QUOTA', retry: false, ...byBody },
  },
  {
    id: 'billing',
    title: 'Long context that is billed apart',
    source: 'https://github.com/anomalyco/opencode/pull/18853',
    status: 403,
    body: said('billing_error', 'Extra usage is required for long context requests.'),
    truth: { code: 'QUOTA', retry: false, ...byBody },
  },
  {
    id: 'spend-limit',
    title: 'A spend limit, told as a rate limit',
    source: types,
    status: 429,
    body: said('rate_limit_error', 'The spend limit of this contract has been reached.', {
      details: { error_code: 'contract_spend_limit_reached' },
    }),
    truth: { code: 'QUOTA', retry: false, ...byBody },
  },
  {
    id: 'rate-limit',
    title: 'Too many input tokens a minute',
    source: limits,
    status: 429,
    headers: {
      'retry-after': '36',
      'request-id': 'req_403',
      'anthropic-ratelimit-tokens-remaining': '0',
      'x-should-retry': 'true',
    },
    body: said(
      'rate_limit_error',
      "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
    ),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 36_000, requestId: 'req_403' },
  },
  {
    id: 'acceleration-limit',
    title: 'Traffic that rises too fast, the wait as a date',
    source: limits,
    status: 429,
    headers: { date: 'Mon, 30 Nov 2026 10:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2026 10:00:30 GMT' },
    body: said('rate_limit_error', 'Output token acceleration limit reached.'),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 30_000, ...byBody },
  },
  {
    id: 'overloaded',
    title: 'An API that is overloaded',
    source: 'https://github.com/vercel/ai/issues/2453',
    status: 529,
    headers: { 'x-should-retry': 'true' },
    body: said('overloaded_error', 'Overloaded   ', { details: null }),
    truth: { code: 'OVERLOADED', retry: true, ...byBody },
  },
  {
    id: 'server',
    title: 'A fault of the server',
    source: errors,
    status: 500,
    body: said('api_error', 'Internal server error'),
    truth: { code: 'SERVER', retry: true, ...byBody },
  },
  {
    id: 'time-out',
    title: 'A request that took too long',
    source: types,
    status: 504,
    body: said('timeout_error', 'Request timed out'),
    truth: { code: 'TIMEOUT', retry: true, ...byBody },
  },
  {
    id: 'new-type',
    title: 'A type nobody knows, under a known status',
    source: errors,
    status: 400,
    body: said('novel_error', 'Nobody has seen this type yet.'),
    truth: { code: 'INVALID_REQUEST', retry: false, ...byBody },
  },
])

export const vertexAnthropicRows = httpRows({ provider: 'Vertex', wires }, [
  {
    id: 'claude-exhausted',
    title: "Google's array body in front of Claude",
    source: 'https://github.com/google-gemini/gemini-cli/issues/6454',
    status: 429,
    body: [
      {
        error: {
          code: 429,
          message: 'Resource exhausted. Please try again later.',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
    ],
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'claude-no-model',
    title: 'A Claude model that the project has not enabled',
    source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude',
    status: 404,
    body: {
      error: {
        code: 404,
        message:
          'Publisher Model `projects/p/locations/l/publishers/anthropic/models/claude-0` was not found.',
        status: 'NOT_FOUND',
      },
    },
    truth: { code: 'NOT_FOUND', retry: false },
  },
])
