/** How MiniMax fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const minimax = 'https://platform.minimax.io/docs/api-reference/errorcode'

function minimaxError(type: string, message: string, status: string) {
  return { type: 'error', error: { type, message, http_code: status }, request_id: '05f4' }
}

export const minimaxRows = httpRows({ provider: 'MiniMax', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key, in the shape of another wire',
    source: minimax,
    status: 401,
    body: minimaxError(
      'authorized_error',
      'login fail: Please carry the API secret key in the Authorization field of the request header (1004)',
      '401',
    ),
    truth: { code: 'AUTH', retry: false, requestId: '05f4' },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: overflows,
    status: 400,
    body: minimaxError('bad_request_error', 'invalid params, context window exceeds limit (2013)', '400'),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId: '05f4' },
  },
  {
    id: 'balance',
    title: 'Spent credit, told as a rate limit',
    source: minimax,
    status: 429,
    body: minimaxError('insufficient_balance_error', 'insufficient balance (1008)', '429'),
    truth: { code: 'QUOTA', retry: false, requestId: '05f4' },
  },
  {
    id: 'rate-limit',
    title: 'Too many requests',
    source: minimax,
    status: 429,
    body: minimaxError('rate_limit_error', 'rate limit exceeded(RPM) (1002)', '429'),
    truth: { code: 'RATE_LIMIT', retry: true, requestId: '05f4' },
  },
  {
    id: 'overloaded',
    title: 'A cluster under load',
    source: minimax,
    status: 529,
    body: minimaxError(
      'overloaded_error',
      'High traffic detected. Upgrade for faster, more reliable access (2064)',
      '529',
    ),
    truth: { code: 'OVERLOADED', retry: true, requestId: '05f4' },
  },
])
