/** How Together fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const together = 'https://docs.together.ai/docs/error-codes'

function said(message: string, type?: string | null, code?: string | number | null, more: object = {}) {
  return {
    error: {
      message,
      ...(type === undefined ? {} : { type }),
      ...(code === undefined ? {} : { code }),
      ...more,
    },
  }
}

export const togetherRows = httpRows({ provider: 'Together', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: together,
    status: 401,
    headers: { 'x-request-id': 'oVRNYEd-9c64' },
    body: {
      id: 'oVRNYEd-9c64',
      ...said('Invalid API key provided.', 'invalid_request_error', 'invalid_api_key', { param: null }),
    },
    truth: { code: 'AUTH', retry: false, requestId: 'oVRNYEd-9c64' },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: overflows,
    status: 400,
    body: said(
      "The input (140000 tokens) is longer than the model's context length (131072 tokens).",
      'invalid_request_error',
      null,
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'Too many requests',
    source: together,
    status: 429,
    headers: { 'x-ratelimit-reset': '12' },
    body: said(
      'You have reached the rate limit specific to this model m. The maximum rate limit for this model is 0.6 queries per minute.',
      'model_rate_limit',
      null,
    ),
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'engine-overloaded',
    title: 'An engine that is overloaded',
    source: together,
    status: 503,
    body: said('The server is overloaded or not ready yet.', 'service_unavailable', null),
    truth: { code: 'OVERLOADED', retry: true },
  },
])
