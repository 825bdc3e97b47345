/** How Groq fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const groq = 'https://console.groq.com/docs/errors'

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

export const groqRows = httpRows({ provider: 'Groq', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: groq,
    status: 401,
    headers: { 'x-request-id': 'req_01' },
    body: said('Invalid API Key', 'invalid_request_error', 'invalid_api_key'),
    truth: { code: 'AUTH', retry: false, requestId: 'req_01' },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist',
    source: groq,
    status: 404,
    body: said(
      'The model `groq-0` does not exist or you do not have access to it.',
      'invalid_request_error',
      'model_not_found',
    ),
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: overflows,
    status: 400,
    body: said(
      'Please reduce the length of the messages or completion.',
      'invalid_request_error',
      'context_length_exceeded',
      { param: 'messages' },
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'Too many tokens a day',
    source: 'https://console.groq.com/docs/rate-limits',
    status: 429,
    headers: { 'retry-after': '424', 'x-request-id': 'req_02' },
    body: said(
      'Rate limit reached for model `m` in organization `org_1` service tier `on_demand` on tokens per day (TPD): Limit 100000, Used 99990, Requested 500. Please try again in 7m3.36s.',
      'tokens',
      'rate_limit_exceeded',
    ),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 424_000, requestId: 'req_02' },
  },
  {
    id: 'flex-capacity',
    title: 'A flexible tier without capacity, which is HTTP 498',
    source: groq,
    status: 498,
    body: said('Flex tier capacity exceeded, please try again later.', 'capacity_exceeded'),
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'tool-use-failed',
    title: 'A call the model could not write',
    source: groq,
    status: 400,
    body: said(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      'invalid_request_error',
      'tool_use_failed',
      { failed_generation: '<function=get_weather>' },
    ),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'bad-gateway',
    title: 'An upstream that answers wrongly',
    source: groq,
    status: 502,
    body: said('Bad gateway', 'internal_server_error'),
    truth: { code: 'SERVER', retry: true },
  },
])
