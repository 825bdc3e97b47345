/** How Gemini fails inside a stream. */

import { inBandRow, type InBandRow } from '../error-situation.ts'

const gemini = 'https://github.com/vercel/ai/issues/8186'

const google = (
  id: string,
  title: string,
  truth: InBandRow['truth'],
  error: object,
  source = gemini,
): InBandRow =>
  inBandRow(['gemini'])({ id: `gemini-${id}-event`, provider: 'Gemini', title, source, truth }, { error })

export const geminiStreamRows: readonly InBandRow[] = [
  google(
    'overloaded',
    'A model that is overloaded',
    { code: 'OVERLOADED', retry: true },
    { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
    'https://github.com/vercel/ai/issues/5217',
  ),
  google(
    'overloaded-no-number',
    'A model that is overloaded, without a number',
    { code: 'OVERLOADED', retry: true },
    { status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
  ),
  google(
    'internal',
    'A fault of the server',
    { code: 'SERVER', retry: true },
    { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  ),
  google(
    'rate-limit',
    'A limit a minute, with RetryInfo',
    { code: 'RATE_LIMIT', retry: true, retryAfterMs: 7_000 },
    {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'You exceeded your current quota, please check your plan and billing details.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
    },
  ),
  google(
    'quota',
    'The wording of a quota and nothing else',
    { code: 'QUOTA', retry: false },
    {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'You exceeded your current quota, please check your plan and billing details.',
    },
  ),
  google(
    'deadline',
    'A deadline that passed',
    { code: 'TIMEOUT', retry: true },
    { code: 504, status: 'DEADLINE_EXCEEDED', message: 'Deadline expired before operation could complete.' },
  ),
  google(
    'context-window',
    'A prompt that is too long',
    { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'The input token count (1250074) exceeds the maximum number of tokens allowed (1048576).',
    },
  ),
  google(
    'bad-key',
    'A wrong key',
    { code: 'AUTH', retry: false },
    { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' },
  ),
]
