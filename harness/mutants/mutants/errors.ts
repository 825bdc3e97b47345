/** Mutants of failures that the provider reports. */

import { onFailure, onFinish, type Apply } from '../break-parts.ts'
import type { FailureCode } from '../../turn/failure.ts'
import type { FinishReason } from '../../turn/turn.ts'
import type { Mutant } from '../mutant.ts'

const inBand = {
  'openai-chat': ['error-in-band'],
  'anthropic-messages': ['error-overloaded'],
  gemini: ['error-in-band'],
  'bedrock-converse': ['error-in-band'],
}
const http = { 'openai-chat': ['http-401', 'http-429', 'http-500'], 'anthropic-messages': ['http-429'] }
function reasonAs(from: FinishReason, to: FinishReason): Apply {
  return onFinish((finish) => {
    if (finish.reason !== from) return [finish]
    const { failure: _, ...rest } = finish
    return [{ ...rest, reason: to }]
  })
}

function codeAs(from: FailureCode, to: FailureCode): Apply {
  return onFailure((failure) => (failure.code === from ? { ...failure, code: to } : failure))
}

/** What a field of the failure becomes; undefined leaves it out. */
function detailAs(name: 'requestId' | 'retryAfterMs' | 'status', edit: (value: never) => unknown): Apply {
  return onFailure(({ [name]: value, ...failure }) => {
    const changed = value === undefined ? undefined : edit(value as never)
    return changed === undefined ? failure : { ...failure, [name]: changed }
  })
}

export const errorMutants: readonly Mutant[] = [
  {
    id: 'every-error-unknown',
    breaks: 'error-class',
    title: 'No failure has a code.',
    source: 'https://github.com/vercel/ai/pull/17230',
    level: 'parts',
    shownBy: { ...http, ...inBand, 'pi-ai-events': ['error'] },
    apply: onFailure((failure) => ({ ...failure, code: 'UNKNOWN' })),
  },
  {
    id: 'quota-as-rate-limit',
    breaks: 'error-class',
    title: 'Money that is spent counts as a rate limit, for which waiting helps.',
    level: 'parts',
    shownBy: { 'openai-chat': ['quota-error'] },
    apply: codeAs('QUOTA', 'RATE_LIMIT'),
  },
  {
    id: 'throttling-as-overflow',
    breaks: 'error-class',
    title: 'Throttling, whose text speaks of too many tokens, counts as a context overflow.',
    source: 'https://github.com/badlogic/pi-mono/pull/2699',
    level: 'parts',
    shownBy: { 'bedrock-converse': ['http-429'] },
    apply: codeAs('RATE_LIMIT', 'CONTEXT_WINDOW_EXCEEDED'),
  },
  {
    id: 'wrong-key-as-bad-request',
    breaks: 'error-class',
    title: 'A wrong key counts as a bad request.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/25198',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['http-401'] },
    apply: codeAs('AUTH', 'INVALID_REQUEST'),
  },
  {
    id: 'request-id-lost',
    breaks: 'error-details',
    title: 'The request id of a failure is lost.',
    level: 'parts',
    shownBy: http,
    apply: detailAs('requestId', () => undefined),
  },
  {
    id: 'retry-delay-lost',
    breaks: 'error-details',
    title: 'The delay that the provider asks for is lost.',
    level: 'parts',
    shownBy: { 'openai-chat': ['http-429'], 'anthropic-messages': ['http-429', 'http-529'] },
    apply: detailAs('retryAfterMs', () => undefined),
  },
  {
    id: 'retry-delay-in-seconds',
    breaks: 'error-details',
    title: 'The delay is told in seconds where milliseconds are due.',
    level: 'parts',
    shownBy: { 'openai-chat': ['http-429'], 'anthropic-messages': ['http-429'] },
    apply: detailAs('retryAfterMs', (value: number) => value / 1_000),
  },
  {
    id: 'status-lost',
    breaks: 'error-details',
    title: 'The HTTP status of a failure is lost.',
    source: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/346',
    level: 'parts',
    shownBy: { ...http, mistral: ['http-401'], gemini: ['http-503'] },
    apply: detailAs('status', () => undefined),
  },
  {
    id: 'error-as-stop',
    breaks: 'error-surfaced',
    title: 'An error inside the stream ends it as a stop.',
    source: 'https://github.com/vercel/ai/issues/5217',
    level: 'parts',
    shownBy: inBand,
    apply: reasonAs('error', 'stop'),
  },
  {
    id: 'error-in-silence',
    breaks: 'error-surfaced',
    title: 'After an error the stream just ends.',
    source: 'https://www.npmjs.com/package/@langchain/openai (1.6.0, response.failed)',
    level: 'parts',
    shownBy: { 'openai-responses': ['error-in-band'], mistral: ['error-in-band'] },
    apply: onFinish((finish) => (finish.reason === 'error' ? [] : [finish])),
  },
  {
    id: 'http-error-as-an-answer',
    breaks: 'error-surfaced',
    title: 'The body of an HTTP error comes out as text that ends with a stop.',
    level: 'parts',
    shownBy: { 'openai-chat': ['http-500'], 'bedrock-converse': ['http-403'] },
    apply: onFinish((finish) => {
      const { failure } = finish
      if (failure === undefined) return [finish]
      const block = { type: 'text', text: failure.message } as const
      return [
        { type: 'block-start', index: 0, kind: 'text' },
        { type: 'text-delta', index: 0, text: failure.message },
        { type: 'block-end', index: 0, block },
        { type: 'finish', reason: 'stop' },
      ]
    }),
  },
  {
    id: 'unknown-message-replaced',
    breaks: 'unknown-error-kept',
    title: 'The message of an error nobody knows becomes a phrase.',
    level: 'parts',
    shownBy: { 'openai-chat': ['unknown-error'] },
    apply: onFailure((failure) => ({ ...failure, message: 'An error occurred.' })),
  },
  {
    id: 'error-object-as-text',
    breaks: 'unknown-error-kept',
    title: 'An error object becomes `[object Object]`.',
    level: 'parts',
    origin: 'openai-events',
    shownBy: { 'openai-chat': ['unknown-error'] },
    apply: onFailure((failure) => ({ ...failure, message: '[object Object]' })),
  },
]
