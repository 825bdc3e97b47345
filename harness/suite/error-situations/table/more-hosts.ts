/** How Perplexity, Hugging Face and Copilot fail, over HTTP. */

import { httpRows, plain } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const overflows = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts'

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

export const moreHostRows = [
  ...httpRows({ provider: 'Perplexity', wires }, [
    {
      id: 'context-window',
      title: 'A prompt that is too long, told by its type',
      source: 'https://docs.perplexity.ai/guides/perplexity-sdk-error-handling',
      status: 400,
      body: said('The total length of all messages is too long.', 'too_many_prompt_tokens', 400),
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
  ]),
  ...httpRows({ provider: 'Hugging Face', prefix: 'huggingface', wires }, [
    {
      id: 'context-window',
      title: 'A prompt that is too long, the error as text beside its type',
      source: 'https://github.com/huggingface/text-generation-inference/blob/main/router/src/validation.rs',
      status: 422,
      body: {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 100 `max_new_tokens`',
        error_type: 'validation',
      },
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    {
      id: 'overloaded',
      title: 'A model that is overloaded, which is HTTP 429',
      source: 'https://github.com/huggingface/text-generation-inference/blob/main/router/src/infer/mod.rs',
      status: 429,
      body: { error: 'Model is overloaded', error_type: 'overloaded' },
      truth: { code: 'OVERLOADED', retry: true },
    },
  ]),
  ...httpRows({ provider: 'Copilot', wires }, [
    {
      id: 'expired-token',
      title: 'A token that is over, as text',
      source: 'https://github.com/ericc-ch/copilot-api/issues/104',
      status: 401,
      headers: plain,
      body: 'unauthorized: token expired\n',
      truth: { code: 'AUTH', retry: false },
    },
    {
      id: 'context-window',
      title: 'A prompt that is too long',
      source: overflows,
      status: 400,
      body: said(
        'prompt token count of 200000 exceeds the limit of 128000',
        undefined,
        'model_max_prompt_tokens_exceeded',
      ),
      truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
    },
    {
      id: 'too-large',
      title: 'A request of too many bytes, as text',
      source: 'https://github.com/earendil-works/pi/issues/11016',
      status: 413,
      headers: plain,
      body: 'failed to parse request\n',
      truth: { code: 'INVALID_REQUEST', retry: false },
    },
    {
      id: 'quota',
      title: 'A plan that is spent',
      source: 'https://docs.github.com/copilot/managing-copilot/monitoring-usage-and-entitlements',
      status: 402,
      body: said('You have no quota', undefined, 'quota_exceeded'),
      truth: { code: 'QUOTA', retry: false },
    },
    {
      id: 'rate-limit',
      title: 'Too many requests, as text',
      source: 'https://docs.github.com/copilot/troubleshooting-github-copilot/rate-limits-for-github-copilot',
      status: 429,
      headers: { ...plain, 'retry-after': '60' },
      body: 'rate limit exceeded\n',
      truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 60_000 },
    },
  ]),
]
