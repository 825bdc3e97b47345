/** How LiteLLM fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const litellm = 'https://docs.litellm.ai/docs/exception_mapping'

function proxied(message: string, type: string | null, code: string) {
  return { error: { message, type, param: null, code } }
}

export const litellmRows = httpRows({ provider: 'LiteLLM', wires }, [
  {
    id: 'bad-key',
    title: 'A key the proxy does not know',
    source: litellm,
    status: 401,
    body: {
      error: {
        message: 'Authentication Error, Invalid proxy server token passed.',
        type: 'auth_error',
        param: 'key',
        code: '401',
      },
    },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'context-window',
    title: "A prompt that is too long, told by the exception's name",
    source: 'https://github.com/earendil-works/pi/issues/11492',
    status: 400,
    body: proxied(
      'litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: Context Window exceeded for given call. No context window fallbacks.',
      null,
      '400',
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'wrapped-context-window',
    title: 'A prompt that is too long, wrapped in a 503',
    source: 'https://github.com/earendil-works/pi/issues/4563',
    status: 503,
    body: proxied(
      "litellm.ServiceUnavailableError: litellm.MidStreamFallbackError: litellm.BadRequestError: VertexAIException - Requested token count exceeds the model's maximum context length of 202752 tokens.",
      null,
      '503',
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'budget',
    title: 'A budget that is spent, which is HTTP 400',
    source: 'https://docs.litellm.ai/docs/proxy/users',
    status: 400,
    body: proxied('Budget has been exceeded! Current cost: 10.5, Max budget: 10.0', 'budget_exceeded', '400'),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'rate-limit',
    title: "A provider's rate limit",
    source: litellm,
    status: 429,
    headers: { 'retry-after': '7' },
    body: proxied(
      'litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached for gpt-4.1',
      'throttling_error',
      '429',
    ),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 7_000 },
  },
  {
    id: 'no-deployment',
    title: 'No deployment left',
    source: litellm,
    status: 429,
    body: proxied(
      'No deployments available for selected model, Try again in 5 seconds. Passed model=m.',
      null,
      '429',
    ),
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'internal',
    title: "A provider's fault",
    source: litellm,
    status: 500,
    body: proxied(
      'litellm.InternalServerError: InternalServerError: OpenAIException - Connection error.',
      null,
      '500',
    ),
    truth: { code: 'SERVER', retry: true },
  },
])
