/** How OpenRouter fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

const openrouter = 'https://openrouter.ai/docs/api-reference/errors'

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

export const openrouterRows = httpRows({ provider: 'OpenRouter', wires }, [
  {
    id: 'no-key',
    title: 'No key',
    source: openrouter,
    status: 401,
    body: said('Missing Authentication header', undefined, 401),
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'credits',
    title: 'Credit that does not cover the request',
    source: openrouter,
    status: 402,
    body: said(
      'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 12000.',
      undefined,
      402,
    ),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'moderation',
    title: 'A prompt that was flagged, which is HTTP 403',
    source: openrouter,
    status: 403,
    body: said('openai/gpt-4.1 requires moderation. Your input was flagged for "violence".', undefined, 403, {
      metadata: { reasons: ['violence'], flagged_input: 'x', provider_name: 'OpenAI' },
    }),
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'no-endpoint',
    title: 'No provider that can do it',
    source: openrouter,
    status: 404,
    body: said('No endpoints found that support tool use.', undefined, 404),
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'time-out',
    title: 'A request that took too long',
    source: openrouter,
    status: 408,
    body: said('Request timed out', undefined, 408),
    truth: { code: 'TIMEOUT', retry: true },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, its code the status',
    source: overflows,
    status: 400,
    body: said(
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens. Please reduce the length of either one.",
      undefined,
      400,
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'context-window-typed',
    title: 'A prompt that is too long, told by a type beside a numeric code',
    source: 'https://github.com/XiaomiMiMo/MiMo-Code/pull/2417',
    status: 400,
    body: said('The request could not be processed.', 'context_window_exceeded', 400),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit-upstream',
    title: "A limit of the provider behind it, told in the provider's words",
    source: openrouter,
    status: 429,
    headers: { 'retry-after': '10' },
    body: said('Provider returned error', undefined, 429, {
      metadata: {
        raw: 'm is temporarily rate-limited upstream. Please retry shortly.',
        provider_name: 'Chutes',
      },
    }),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 10_000 },
  },
  {
    id: 'rate-limit-free',
    title: 'The free limit a day',
    source: 'https://openrouter.ai/docs/api-reference/limits',
    status: 429,
    body: said(
      'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day',
      undefined,
      429,
    ),
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'upstream-down',
    title: 'A provider behind it that is down',
    source: openrouter,
    status: 502,
    body: said('Provider returned error', undefined, 502, { metadata: { provider_name: 'Venice' } }),
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'no-instance',
    title: 'No provider left',
    source: openrouter,
    status: 503,
    body: said('No instances available', undefined, 503),
    truth: { code: 'OVERLOADED', retry: true },
  },
])
