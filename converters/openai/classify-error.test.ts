/** Proves the class of each kind of error body, and that nothing but its content decides it. */
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { classifyError } from './classify-error.ts'

type Row = [
  expected: string,
  message: string,
  fields?: { status?: number; code?: string; type?: string; retryAfterMs?: number },
]

const ROWS: Row[] = [
  [
    'AUTH',
    'Incorrect API key provided',
    { status: 401, code: 'invalid_api_key', type: 'invalid_request_error' },
  ],
  ['AUTH', 'API key not valid. Please pass a valid API key.', { status: 400, type: 'INVALID_ARGUMENT' }],
  ['AUTH', 'who are you', { type: 'authentication_error' }],
  ['PERMISSION', 'not from here', { status: 403, code: 'unsupported_country_region_territory' }],
  ['PERMISSION', '<html>Attention Required!</html>', { status: 403 }],
  ['NOT_FOUND', 'The model does not exist', { status: 404, code: 'model_not_found' }],
  ['NOT_FOUND', 'gone', { status: 404, type: 'invalid_request_error' }],
  [
    'QUOTA',
    'You exceeded your current quota',
    { status: 429, code: 'insufficient_quota', type: 'insufficient_quota' },
  ],
  ['QUOTA', 'You exceeded your current quota, please check your plan and billing details.', { status: 429 }],
  ['QUOTA', 'quota', { status: 429, code: 'rate_limit_exceeded', type: 'insufficient_quota' }],
  ['QUOTA', 'Your credit balance is too low', { status: 400, type: 'invalid_request_error' }],
  ['QUOTA', 'Insufficient Balance', { status: 402 }],
  ['QUOTA', 'pay first', { status: 402 }],
  ['QUOTA', 'usage limit', { status: 429, code: '1308' }],
  ['RATE_LIMIT', 'You exceeded your current quota. Please retry in 36.4s.', { status: 429 }],
  ['RATE_LIMIT', 'You exceeded your current quota', { status: 429, retryAfterMs: 36_000 }],
  [
    'RATE_LIMIT',
    'Rate limit reached on tokens per min (TPM)',
    { status: 429, code: 'rate_limit_exceeded', type: 'tokens' },
  ],
  ['RATE_LIMIT', 'Rate limit exceeded for request req_403', { status: 429 }],
  ['RATE_LIMIT', 'Input tokens exceed your limit of 9 tokens per min', { status: 429 }],
  ['RATE_LIMIT', 'Too many tokens per day, please wait', {}],
  ['RATE_LIMIT', 'slow', { code: '429' }],
  ['RATE_LIMIT', 'slow', { type: 'RateLimitError' }],
  ['OVERLOADED', 'Overloaded', { type: 'overloaded_error' }],
  ['OVERLOADED', 'busy', { status: 529 }],
  ['OVERLOADED', 'busy', { status: 429, type: 'engine_overloaded_error' }],
  [
    'OVERLOADED',
    'Service tier capacity exceeded for this model.',
    { status: 429, type: 'invalid_request_error' },
  ],
  ['OVERLOADED', 'unable to process', { status: 503 }],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    "This model's maximum context length is 8192 tokens",
    { status: 400, code: 'context_length_exceeded' },
  ],
  ['CONTEXT_WINDOW_EXCEEDED', 'anything', { status: 400, code: '400', type: 'context_window_exceeded' }],
  ['CONTEXT_WINDOW_EXCEEDED', 'litellm.ContextWindowExceededError: too big', { status: 400 }],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    "Requested token count exceeds the model's maximum context length of 9 tokens",
    { status: 503 },
  ],
  ['CONTEXT_WINDOW_EXCEEDED', 'Prompt too long', { status: 400, code: '1261' }],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    'input length and `max_tokens` exceed context limit: 5 + 6 > 7',
    { status: 400 },
  ],
  ['CONTEXT_WINDOW_EXCEEDED', 'the request exceeds the available context size', { status: 400 }],
  ['CONTEXT_WINDOW_EXCEEDED', 'Please reduce the length of the messages or completion.', { status: 400 }],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    'Prompt has 9 tokens, but the configured context size is 8 tokens',
    { status: 400 },
  ],
  ['CONTEXT_WINDOW_EXCEEDED', 'Range of input length should be [1, 9]', { status: 400 }],
  ['CONTEXT_WINDOW_EXCEEDED', 'tokens in request more than max tokens allowed', { status: 400 }],
  ['CONTEXT_WINDOW_EXCEEDED', 'prompt token count of 9 exceeds the limit of 8', { status: 400 }],
  ['INVALID_REQUEST', 'bad field', { status: 400, type: 'invalid_request_error' }],
  ['INVALID_REQUEST', 'bad field', { type: 'invalid_request_error' }],
  ['INVALID_REQUEST', 'too large', { status: 413 }],
  ['INVALID_REQUEST', 'unprocessable', { status: 422 }],
  ['CONTENT_FILTER', 'filtered', { status: 400, code: 'content_filter' }],
  ['CONTENT_FILTER', "The prompt triggered Azure OpenAI's content management policy", { status: 400 }],
  ['CONTENT_FILTER', 'm requires moderation. Your input was flagged for "violence".', { status: 403 }],
  ['CONTENT_FILTER', 'unsafe', { status: 400, code: '1301' }],
  ['QUOTA', 'Budget has been exceeded!', { status: 400, type: 'budget_exceeded' }],
  [
    'QUOTA',
    'Your team has used all available credits or reached its monthly spending limit.',
    { status: 429 },
  ],
  ['NOT_FOUND', 'Model not found: grok-0', { status: 400 }],
  ['SERVER', 'Model not found: grok-0', { status: 500 }],
  ['OVERLOADED', 'AiError: Capacity temporarily exceeded, please try again.', { status: 429 }],
  ['CONTEXT_WINDOW_EXCEEDED', 'too long', { status: 400, type: 'too_many_prompt_tokens' }],
  ['CONTEXT_WINDOW_EXCEEDED', '`inputs` tokens + `max_new_tokens` must be <= 9', { status: 422 }],
  ['SERVER', 'The server had an error', { type: 'server_error' }],
  ['SERVER', 'Upstream failed', { code: '502' }],
  ['SERVER', 'CUDA out of memory', { type: 'generation' }],
  ['SERVER', 'Request failed during generation: CUDA out of memory'],
  ['SERVER', '<html>Bad Gateway</html>', { status: 502 }],
  ['SERVER', 'odd', { status: 520 }],
  ['TIMEOUT', 'late', { status: 504 }],
  ['TIMEOUT', 'late', { status: 524 }],
  ['TIMEOUT', 'late', { type: 'timeout_error' }],
  ['UNKNOWN', 'something odd with 401 and 429 in it', {}],
  ['UNKNOWN', '', { code: 'never_seen', type: 'never_heard' }],
]

describe('classifyError', () => {
  it.each(ROWS)('says %s for "%s" %j', (expected, message, fields = {}) => {
    expect(classifyError({ message, ...fields })).toBe(expected)
  })

  property.prop([fc.constantFrom(...ROWS), fc.integer({ min: 400, max: 599 })])(
    'does not look at digits inside a request id of the message',
    ([, message, fields = {}], digits) => {
      const error = { message, ...fields }
      expect(classifyError({ ...error, message: `${message} (request id: req_${digits})` })).toBe(
        classifyError(error),
      )
    },
  )

  property.prop([fc.constantFrom(...ROWS)])(
    'does not depend on the letter case of code and type',
    ([, message, fields = {}]) => {
      const shouted = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.toUpperCase() : value,
        ]),
      )
      expect(classifyError({ message, ...shouted })).toBe(classifyError({ message, ...fields }))
    },
  )
})
