/** How xAI fails, over HTTP: the error is text beside a code. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const xai = 'https://docs.x.ai/docs/key-information/debugging'

export const xaiRows = httpRows({ provider: 'xAI', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key, which is HTTP 400, the error as text',
    source: xai,
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: 'Incorrect API key provided: xa***no. You can obtain an API key from the console.',
    },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist, which is HTTP 400',
    source: xai,
    status: 400,
    body: { code: 'invalid-argument', error: 'Model not found: grok-0' },
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: overflows,
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'spending-limit',
    title: 'Spent credit, told as a resource exhausted',
    source: xai,
    status: 429,
    body: {
      code: 'Some resource has been exhausted',
      error: 'Your team has either used all available credits or reached its monthly spending limit.',
    },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'no-permission',
    title: 'A team that may not do it',
    source: xai,
    status: 403,
    body: {
      code: 'The caller does not have permission to execute the specified operation',
      error: 'Your newly created team has no licenses yet.',
    },
    truth: { code: 'PERMISSION', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'Too many requests',
    source: xai,
    status: 429,
    body: {
      code: 'Some resource has been exhausted',
      error: 'Too many requests for team: requests per second limit reached.',
    },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
])
