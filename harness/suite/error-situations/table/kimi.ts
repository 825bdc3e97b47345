/** How Kimi fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const kimi = 'https://platform.moonshot.ai/docs/api/errors'

export const kimiRows = httpRows({ provider: 'Kimi', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: kimi,
    status: 401,
    body: { error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' } },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: overflows,
    status: 400,
    body: {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)',
        type: 'invalid_request_error',
      },
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'quota',
    title: 'A suspended account, told as a rate limit',
    source: kimi,
    status: 429,
    body: {
      error: {
        message: 'Your account org-1 is suspended, please check your plan and billing details',
        type: 'exceeded_current_quota_error',
      },
    },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'Too many requests a minute, the wait in the message',
    source: kimi,
    status: 429,
    body: {
      error: {
        message:
          'Your account org-1 request reached organization max RPM: 3, please try again after 1 seconds',
        type: 'rate_limit_reached_error',
      },
    },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'overloaded',
    title: 'An engine that is overloaded, which is HTTP 429',
    source: kimi,
    status: 429,
    body: {
      error: {
        message: 'The engine is currently overloaded, please try again later',
        type: 'engine_overloaded_error',
      },
    },
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'filtered',
    title: 'Content that was rejected',
    source: kimi,
    status: 400,
    body: {
      error: {
        message: 'The request was rejected because it was considered high risk',
        type: 'content_filter',
      },
    },
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'server',
    title: 'A fault of the server',
    source: kimi,
    status: 500,
    body: { error: { message: 'Failed to do something', type: 'server_error' } },
    truth: { code: 'SERVER', retry: true },
  },
])
