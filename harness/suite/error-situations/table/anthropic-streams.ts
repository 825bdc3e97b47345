/** How Anthropic fails inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const anthropic = 'https://platform.claude.com/docs/en/build-with-claude/streaming#error-events'

const messages = inBandRow(['anthropic-messages'])

const anthropicError = (type: string, message: string, more: object = {}) => ({
  type: 'error',
  error: { type, message, ...more },
  request_id: 'req_011',
})

const claude = (
  id: string,
  title: string,
  truth: InBandRow['truth'],
  data: unknown,
  source = anthropic,
): InBandRow =>
  messages({ id: `anthropic-${id}-event`, provider: 'Anthropic', title, source, truth }, data, {
    event: 'error',
  })

const requestId = 'req_011'

export const anthropicStreamRows: readonly InBandRow[] = [
  claude(
    'overloaded',
    'An API that is overloaded',
    { code: 'OVERLOADED', retry: true, requestId },
    anthropicError('overloaded_error', 'Overloaded   ', { details: null }),
    'https://github.com/vercel/ai/issues/2453',
  ),
  claude(
    'server',
    'A fault of the server',
    { code: 'SERVER', retry: true, requestId },
    anthropicError('api_error', 'Internal server error'),
  ),
  claude(
    'connection-closed',
    'A gateway whose connection closed',
    { code: 'SERVER', retry: true, requestId },
    anthropicError('api_error', 'Connection closed.'),
    'https://github.com/earendil-works/pi/issues/12064',
  ),
  claude(
    'rate-limit',
    'Too many tokens',
    { code: 'RATE_LIMIT', retry: true, requestId },
    anthropicError('rate_limit_error', 'Number of request tokens has exceeded your per-minute rate limit'),
  ),
  claude(
    'bad-key',
    'A key that ran out on the way',
    { code: 'AUTH', retry: false, requestId },
    anthropicError('authentication_error', 'invalid x-api-key'),
  ),
  claude(
    'permission',
    'A resource the key may not use',
    { code: 'PERMISSION', retry: false, requestId },
    anthropicError('permission_error', 'Not allowed here.'),
  ),
  claude(
    'no-model',
    'A model that does not exist',
    { code: 'NOT_FOUND', retry: false, requestId },
    anthropicError('not_found_error', 'model: claude-0'),
  ),
  claude(
    'context-window',
    'A prompt that is too long',
    { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId },
    anthropicError('invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum'),
  ),
  claude(
    'credit',
    'Spent credit',
    { code: 'QUOTA', retry: false, requestId },
    anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    'https://github.com/anthropics/anthropic-sdk-typescript/issues/618',
  ),
  claude(
    'time-out',
    'A request that took too long',
    { code: 'TIMEOUT', retry: true, requestId },
    anthropicError('timeout_error', 'Request timed out'),
  ),
  claude(
    'novel',
    'An error of a type nobody knows',
    { code: 'UNKNOWN', requestId },
    anthropicError('novel_error', 'Something new went wrong.'),
  ),
  claude(
    'text',
    'An error that is JSON inside a text',
    { code: 'SERVER', retry: true },
    { type: 'error', error: '{"type":"api_error","message":"The system encountered an unexpected error."}' },
    'https://github.com/vercel/ai/pull/19318',
  ),
]
