/** Situations of Mistral chat about counts, finish reasons, cuts and errors. Not here: HTTP errors. */

import { chunk, chunkOf, done, meta, role, usageChunk } from '../openai-chat/situation-chunks.ts'
import type { Situation } from '../situation.ts'
import { counts, cutAfter, cutCall, failed, finish, said, text } from '../situation-turns.ts'

const api = 'https://docs.mistral.ai/api/endpoint/chat'
const stop = finish('stop', 'stop')
const par = [text('Par')]
const kept = 'The text that came, and an error.'
const inBand = (message: unknown, type: string, code: string | null, status: number) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
  raw_status_code: status,
})

export const endSituations: readonly Situation[] = [
  {
    id: 'usage-in-its-own-chunk',
    status: 'dialect',
    title: 'A chunk without choices has the usage, behind the finish',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming',
    must: 'The counts, and no crash on the chunk without choices.',
    turn: said([text('Hello')], stop, { meta, usage: counts }),
    events: [role, chunk({ content: 'Hello' }), chunk({}, 'stop'), usageChunk(12, 5), done],
  },
  {
    id: 'usage-with-cached-tokens',
    status: 'legal',
    title: 'Cached tokens in the details of the prompt',
    source: api,
    must: 'Cached tokens are a part of the prompt.',
    turn: said([text('Hello')], stop, { usage: { inputTokens: 2, cacheReadTokens: 8, outputTokens: 5 } }),
  },
  {
    id: 'usage-num-cached-tokens',
    status: 'legal',
    title: 'Cached tokens are `num_cached_tokens`',
    source: 'https://github.com/vercel/ai/pull/14889',
    must: 'Cached tokens are a part of the prompt.',
    turn: said([text('Hello')], stop, {
      meta,
      usage: { inputTokens: 2, cacheReadTokens: 8, outputTokens: 5 },
    }),
    events: [
      role,
      chunk({ content: 'Hello' }),
      chunkOf({
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, num_cached_tokens: 8 },
      }),
      done,
    ],
  },
  {
    id: 'length-inside-text',
    status: 'legal',
    title: 'The token limit ends the text',
    source: api,
    must: 'The text, and a finish that says length.',
    turn: said(par, finish('max-tokens', 'length')),
  },
  {
    id: 'length-inside-call',
    status: 'legal',
    title: 'The token limit ends the arguments of a call',
    source: api,
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([cutCall('{"city":"Pa')], finish('max-tokens', 'length')),
  },
  {
    id: 'model-length',
    status: 'legal',
    title: 'The context window ends the text: `model_length`',
    source: api,
    must: 'A finish that says length, or an overflow of the context window.',
    turn: said(par, finish('max-tokens', 'model_length')),
  },
  {
    id: 'finish-reason-error',
    status: 'legal',
    title: 'Finish reason `error`, no error object',
    source: 'https://github.com/vercel/ai, packages/mistral/CHANGELOG.md 4.0.55',
    must: 'An error.',
    turn: said(par, { reason: 'error', raw: 'error', failure: { code: 'UNKNOWN', message: '' } }, { meta }),
    events: [role, chunk({ content: 'Par' }), chunk({}, 'error'), done],
  },
  {
    id: 'empty-answer',
    status: 'legal',
    title: 'A finish `stop` and no content',
    source: api,
    must: 'An end without content, told as empty or as stopped.',
    turn: said([], stop, { usage: counts }),
  },
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends inside the text: no finish reason, no [DONE]',
    source: 'https://github.com/vercel/ai, packages/mistral/CHANGELOG.md 4.0.70',
    must: kept,
    turn: cutAfter(par),
  },
  {
    id: 'cut-inside-arguments',
    status: 'dialect',
    title: 'The stream ends inside the arguments of a call',
    source: 'https://github.com/vercel/ai, packages/mistral/CHANGELOG.md 4.0.70',
    must: 'No complete call, and an error.',
    turn: cutAfter([cutCall('{"city":"Pa')]),
    spellings: ['arguments-with-name'],
    fragments: [5],
  },
  {
    id: 'reset-inside-text',
    status: 'dialect',
    title: 'The connection breaks inside the text',
    source: 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)',
    must: kept,
    turn: cutAfter(par),
    end: 'reset',
  },
  {
    id: 'error-after-text',
    status: 'legal',
    title: 'An error object in the stream, behind text',
    source: api,
    must: kept,
    turn: said(par, failed('SERVER', inBand('Service unavailable.', 'internal_server_error', '1000', 500))),
  },
  {
    id: 'error-rate-limit-after-text',
    status: 'legal',
    title: 'A rate limit, told inside the stream',
    source: 'https://github.com/cline/cline/issues/9085',
    must: 'An error that is told as a rate limit.',
    turn: said(
      par,
      failed('RATE_LIMIT', inBand('Requests rate limit exceeded', 'rate_limited', '1300', 429)),
    ),
  },
  {
    id: 'error-with-an-object-as-message',
    status: 'legal',
    title: 'The message of the error is an object',
    source: 'https://github.com/editor-code-assistant/eca/issues/231',
    must: 'An error that keeps what the provider said.',
    turn: said(
      par,
      failed(
        'INVALID_REQUEST',
        inBand(
          { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
          'invalid_request_error',
          null,
          422,
        ),
      ),
    ),
  },
]
