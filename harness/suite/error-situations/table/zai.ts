/** How z.ai fails, over HTTP: its codes are numbers. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const zai = 'https://docs.z.ai/api-reference/api-code'

export const zaiRows = httpRows({ provider: 'z.ai', prefix: 'zai', wires }, [
  {
    id: 'bad-key',
    title: 'A token that is not valid',
    source: zai,
    status: 401,
    body: { error: { code: '1000', message: 'Authentication Failed' } },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: 'https://github.com/earendil-works/pi/issues/9805',
    status: 400,
    body: { error: { code: '1261', message: 'Prompt too long' } },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'context-window-other-words',
    title: 'A prompt that is too long, in other words',
    source: 'https://github.com/earendil-works/pi/issues/10208',
    status: 400,
    body: { error: { code: '1261', message: 'Prompt exceeds max length' } },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'balance',
    title: 'Spent credit, told as a rate limit',
    source: zai,
    status: 429,
    body: {
      error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' },
    },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'usage-limit',
    title: 'A plan that is used up',
    source: 'https://github.com/earendil-works/pi/issues/11537',
    status: 429,
    body: {
      error: {
        code: '1308',
        message: 'Usage limit reached for 5 hour. Your limit will reset at 2026-11-30 18:00:00',
      },
    },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'concurrency',
    title: 'Too many requests at once',
    source: zai,
    status: 429,
    body: {
      error: {
        code: '1302',
        message:
          'High concurrency usage of this API, please reduce concurrency or contact customer service to increase limits',
      },
    },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'unsafe',
    title: 'Content the filter refuses',
    source: zai,
    status: 400,
    body: {
      error: {
        code: '1301',
        message: 'System detected potentially unsafe or sensitive content in input or generation.',
      },
    },
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'internal',
    title: 'A fault of the server',
    source: zai,
    status: 500,
    body: { error: { code: '500', message: 'Internal Error' } },
    truth: { code: 'SERVER', retry: true },
  },
])
