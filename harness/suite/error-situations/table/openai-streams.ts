/** How OpenAI fails inside a stream of Responses. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const responses = 'https://platform.openai.com/docs/api-reference/responses-streaming'

const events = inBandRow(['openai-responses'])

const failedResponse = (code: string | null, message: string) => ({
  type: 'response.failed',
  sequence_number: 9,
  response: {
    // The id of the response that the events before it speak of.
    id: 'resp_0',
    object: 'response',
    status: 'failed',
    error: { code, message },
    output: [],
    usage: null,
  },
})

export const responsesStreamRows: readonly InBandRow[] = [
  events(
    {
      id: 'openai-server-event',
      provider: 'OpenAI',
      title: 'An error event as the API sends it, nested',
      source: 'https://github.com/vercel/ai/issues/14223',
      truth: { code: 'SERVER', retry: true },
    },
    {
      type: 'error',
      sequence_number: 9,
      error: {
        type: 'server_error',
        code: 'server_error',
        message: 'An error occurred while processing your request.',
        param: null,
      },
    },
    { event: 'error' },
  ),
  events(
    {
      id: 'openai-rate-limit-event',
      provider: 'OpenAI',
      title: 'An error event as the schema has it, flat',
      source: responses,
      truth: { code: 'RATE_LIMIT', retry: true },
    },
    {
      type: 'error',
      code: 'rate_limit_exceeded',
      message: 'Rate limit reached for gpt-5 on tokens per min (TPM).',
      param: null,
      sequence_number: 9,
    },
    { event: 'error' },
  ),
  events(
    {
      id: 'openai-quota-event',
      provider: 'OpenAI',
      title: 'Spent credit',
      source: 'https://platform.openai.com/docs/guides/error-codes',
      truth: { code: 'QUOTA', retry: false },
    },
    {
      type: 'error',
      sequence_number: 9,
      error: {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'You exceeded your current quota, please check your plan and billing details.',
        param: null,
      },
    },
    { event: 'error' },
  ),
  events(
    {
      id: 'openai-context-window-event',
      provider: 'OpenAI',
      title: 'A prompt that is too long',
      source: responses,
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    {
      type: 'error',
      sequence_number: 9,
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message:
          'Your input exceeds the context window of this model. Please adjust your input and try again.',
        param: 'input',
      },
    },
    { event: 'error' },
  ),
  events(
    {
      id: 'openai-server-failed',
      provider: 'OpenAI',
      title: 'A response that failed',
      source: responses,
      truth: { code: 'SERVER', retry: true },
    },
    failedResponse('server_error', 'The model failed to generate a response.'),
    { event: 'response.failed' },
  ),
  events(
    {
      id: 'openai-rate-limit-failed',
      provider: 'OpenAI',
      title: 'A response that failed on a rate limit',
      source: responses,
      truth: { code: 'RATE_LIMIT', retry: true },
    },
    failedResponse('rate_limit_exceeded', 'Rate limit reached for gpt-5. Please try again in 11.054s.'),
    { event: 'response.failed' },
  ),
  events(
    {
      id: 'openai-overloaded-failed',
      provider: 'OpenAI',
      title: 'A response that failed under load',
      source: 'https://github.com/Wei-Shaw/sub2api/issues/5909',
      truth: { code: 'OVERLOADED', retry: true },
    },
    failedResponse('server_is_overloaded', 'Our servers are currently overloaded. Please try again later.'),
    { event: 'response.failed' },
  ),
  events(
    {
      id: 'openai-novel-failed',
      provider: 'OpenAI',
      title: 'A response that failed for a reason nobody knows',
      source: responses,
      truth: { code: 'UNKNOWN' },
    },
    failedResponse('novel_code', 'Something new went wrong.'),
    { event: 'response.failed' },
  ),
  events(
    {
      id: 'openai-overloaded-event',
      provider: 'OpenAI',
      title: 'Load, told by a type and a code of its own',
      source: 'https://github.com/tontinton/maki/pull/897',
      truth: { code: 'OVERLOADED', retry: true },
    },
    {
      type: 'error',
      error: {
        type: 'service_unavailable_error',
        code: 'server_is_overloaded',
        message: 'Our servers are currently overloaded. Please try again later.',
        param: null,
      },
    },
    { event: 'error' },
  ),
]
