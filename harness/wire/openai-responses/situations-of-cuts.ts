/** Situations of the Responses API that were cut on the way or by an error. Not here: the token limit (situations-of-ends.ts), HTTP errors. */

import type { Situation } from '../situation.ts'
import { call, cutAfter, cutCall, failed, reasoning, said, text } from '../situation-turns.ts'
import { created, event, messageEvents, meta } from './situation-events.ts'

const reference = 'https://platform.openai.com/docs/api-reference/responses-streaming'
const par = [text('Par')]
const kept = 'The text that came, and an error.'

export const cutSituations: readonly Situation[] = [
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends behind a text delta',
    source: 'https://github.com/earendil-works/pi/pull/5526',
    must: kept,
    turn: cutAfter(par),
    until: 'output_text.delta',
  },
  {
    id: 'cut-inside-reasoning',
    status: 'dialect',
    title: 'The stream ends behind a reasoning delta',
    source: 'https://github.com/vercel/ai/issues/18872',
    must: 'The reasoning that came, and an error.',
    turn: cutAfter([reasoning('Fir')]),
    until: 'summary_text.delta',
  },
  {
    id: 'cut-inside-arguments',
    status: 'dialect',
    title: 'The stream ends behind an argument delta',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'No complete call, and an error.',
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
    until: 'arguments.delta',
  },
  {
    id: 'cut-behind-a-finished-call',
    status: 'dialect',
    title: 'The stream ends behind a call whose item is done',
    source: `${reference}/response/output_item/done`,
    must: 'An error; the call may stand, since its own end came.',
    turn: cutAfter([call('{"city":"Paris"}')]),
    fragments: [8],
  },
  {
    id: 'reset-inside-text',
    status: 'dialect',
    title: 'The connection breaks inside the text',
    source: 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)',
    must: kept,
    turn: cutAfter(par),
    until: 'output_text.delta',
    end: 'reset',
  },
  {
    id: 'failed-after-text',
    status: 'legal',
    title: 'response.failed behind text',
    source: 'https://github.com/vercel/ai/issues/13656',
    must: kept,
    turn: said(
      par,
      failed('SERVER', { code: 'server_error', message: 'An error occurred.' }, 'An error occurred.'),
    ),
  },
  {
    id: 'failed-by-rate-limit',
    status: 'legal',
    title: 'response.failed with a rate limit',
    source: 'https://platform.openai.com/docs/guides/error-codes',
    must: 'An error that is told as a rate limit.',
    turn: said(
      par,
      failed('RATE_LIMIT', { code: 'rate_limit_exceeded', message: 'Rate limit reached for m.' }),
    ),
  },
  {
    id: 'error-event-flat',
    status: 'legal',
    title: 'An error event with its fields at the top',
    source: 'https://github.com/vercel/ai/issues/14223',
    must: 'An error with its code and message.',
    turn: said(
      par,
      failed('OVERLOADED', {
        type: 'error',
        code: 'service_unavailable',
        message: 'No capacity for this model.',
        param: null,
      }),
    ),
  },
  {
    id: 'error-event-nested',
    status: 'legal',
    title: 'An error event with an error object inside, as the API sends it',
    source: 'https://github.com/openai/openai-node, lib/responses/ResponseStream',
    must: 'An error with its code and message.',
    turn: said(
      par,
      failed(
        'SERVER',
        {
          type: 'error',
          sequence_number: 4,
          error: {
            type: 'server_error',
            code: 'server_error',
            message: 'The server had an error.',
            param: null,
          },
        },
        'The server had an error.',
      ),
    ),
  },
  {
    id: 'error-event-with-null-code',
    status: 'legal',
    title: 'An error event whose code is null',
    source: 'https://github.com/vercel/ai, packages/openai/CHANGELOG.md 3.0.128',
    must: 'An error that keeps its message.',
    turn: said(
      par,
      failed(
        'UNKNOWN',
        { type: 'error', code: null, message: 'Something odd happened.', param: null },
        'Something odd happened.',
      ),
    ),
  },
  {
    id: 'error-event-context-window',
    status: 'legal',
    title: 'An error event about a prompt that is too long',
    source: 'https://platform.openai.com/docs/guides/error-codes',
    must: 'An error that is told as an overflow of the context window.',
    turn: said(
      [],
      failed('CONTEXT_WINDOW_EXCEEDED', {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
          message: 'Your input exceeds the context window of this model.',
          param: 'input',
        },
      }),
    ),
  },
  {
    id: 'error-event-then-failed',
    status: 'legal',
    title: 'An error event, then response.failed',
    source: 'https://github.com/vercel/ai/issues/6534',
    must: 'One error.',
    turn: said(
      par,
      failed('SERVER', {
        type: 'error',
        code: 'server_error',
        message: 'The server had an error.',
        param: null,
      }),
    ),
    spellings: ['error-then-failed'],
  },
  {
    id: 'chat-chunks-instead',
    status: 'dialect',
    title: 'The server answers with chunks of chat completions',
    source: 'https://github.com/vercel/ai/issues/16423',
    must: 'An error; nothing of it is a success.',
    turn: cutAfter([]),
    events: [
      {
        data: '{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}',
      },
      {
        data: '{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
      },
      { data: '[DONE]' },
    ],
  },
  {
    id: 'malformed-event',
    status: 'dialect',
    title: 'The JSON of one event ends too early, others follow',
    source: 'https://github.com/zai-org/GLM-5/issues/66',
    must: 'What came before is kept, and an error is told.',
    turn: cutAfter(par, { meta, finish: { reason: 'error', failure: { code: 'TRANSPORT', message: '' } } }),
    events: [
      created,
      ...messageEvents(['Par']).slice(0, 3),
      { event: 'response.output_text.delta', data: '{"type":"response.output_text.delta","del' },
      event('response.completed', {
        response: { id: 'resp_0', status: 'completed', model: 'm', output: [] },
      }),
    ],
  },
]
