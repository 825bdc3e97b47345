/** How DeepSeek fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const deepseek = 'https://api-docs.deepseek.com/quick_start/error_codes'

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

export const deepseekRows = httpRows({ provider: 'DeepSeek', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key, its code that of a bad request',
    source: deepseek,
    status: 401,
    headers: { 'x-ds-trace-id': '4594b633' },
    body: said(
      'Authentication Fails, Your api key: ****-key is invalid',
      'authentication_error',
      'invalid_request_error',
      { param: null },
    ),
    truth: { code: 'AUTH', retry: false, requestId: '4594b633' },
  },
  {
    id: 'balance',
    title: 'Spent credit',
    source: deepseek,
    status: 402,
    body: said('Insufficient Balance', 'unknown_error', 'invalid_request_error', { param: null }),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist, which is HTTP 400, JSON behind another content type',
    source: deepseek,
    status: 400,
    headers: { 'content-type': 'application/octet-stream' },
    body: said(
      'The supported API model names are deepseek-chat or deepseek-reasoner, but you passed deepseek-0.',
      'invalid_request_error',
      'invalid_request_error',
    ),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, JSON behind another content type',
    source: deepseek,
    status: 400,
    headers: { 'content-type': 'application/octet-stream' },
    body: said(
      "This model's maximum context length is 131072 tokens. However, you requested 1250025 tokens. Please reduce the length of the messages or completion.",
      'invalid_request_error',
      'invalid_request_error',
      { param: null },
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'bad-parameter',
    title: 'A parameter of a wrong value',
    source: deepseek,
    status: 422,
    body: said(
      'Failed to deserialize the JSON body into the target type: temperature: invalid type',
      'invalid_request_error',
      'invalid_request_error',
    ),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'busy',
    title: 'A service that is too busy',
    source: deepseek,
    status: 503,
    body: said(
      'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
      'service_unavailable_error',
    ),
    truth: { code: 'OVERLOADED', retry: true },
  },
])
