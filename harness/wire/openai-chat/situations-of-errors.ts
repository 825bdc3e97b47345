/** Situations of chat completions with an error in the stream. Not here: streams that just end (situations-of-cuts.ts), HTTP errors. */

import type { Situation } from '../situation.ts'
import { call, cutCall, failed, finish, said, text, twoCalls } from '../situation-turns.ts'
import { chunk, chunkOf, done, meta, role } from './situation-chunks.ts'

const errors = 'https://platform.openai.com/docs/guides/error-codes'
const openrouter = 'https://openrouter.ai/docs/api-reference/errors'
const inBand = (message: string, type: string | null, code: string | number | null = null) => ({
  error: { message, type, param: null, code },
})
const server = inBand('The server had an error while processing your request.', 'server_error')
const routed = {
  error: { code: 502, message: 'Upstream error' },
  choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
}

const par = [text('Par')]
const kept = 'The text that came, and an error.'
const noCall = 'No complete call, and an error.'

export const errorSituations: readonly Situation[] = [
  {
    id: 'error-after-text',
    status: 'dialect',
    title: 'An error object in the stream, behind text',
    source: errors,
    must: kept,
    turn: said(par, failed('SERVER', server, server.error.message)),
  },
  {
    id: 'error-overloaded-then-done',
    status: 'dialect',
    title: 'An error with type and code behind text, then [DONE]',
    source: 'https://github.com/vercel/ai/pull/17230',
    must: 'An error that is told as overloaded; [DONE] does not make it a success.',
    turn: said(par, failed('OVERLOADED', inBand('Overloaded', 'overloaded_error', 529), 'Overloaded')),
    spellings: ['error-then-done'],
  },
  {
    id: 'error-event-named',
    status: 'dialect',
    title: 'An error in an event named `error`',
    source: 'https://github.com/pydantic/pydantic-ai, tests/models (recordings of Groq)',
    must: kept,
    turn: said(par, failed('SERVER', server)),
    spellings: ['error-named'],
  },
  {
    id: 'error-bare-fields',
    status: 'dialect',
    title: 'The fields of the error stand in the payload itself',
    source: 'https://github.com/vllm-project/vllm, vllm/entrypoints/openai/protocol.py (ErrorResponse)',
    must: 'An error, not a chunk that says nothing.',
    turn: said(
      par,
      failed('INVALID_REQUEST', {
        object: 'error',
        message: 'No such tool.',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
    ),
  },
  {
    id: 'error-beside-choices',
    status: 'dialect',
    title: 'An error beside choices whose finish reason is `error`',
    source: openrouter,
    must: 'An error with its message, not an end with another reason.',
    turn: said(par, { ...failed('SERVER', routed, 'Upstream error'), raw: 'error' }),
  },
  {
    id: 'error-beside-no-choices',
    status: 'dialect',
    title: 'An error beside an empty list of choices',
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/8210',
    must: 'An error, not an empty success.',
    turn: said(par, failed('RATE_LIMIT', undefined, 'Rate limit exceeded'), { meta }),
    events: [
      role,
      chunk({ content: 'Par' }),
      chunkOf({ choices: [], error: { code: 429, message: 'Rate limit exceeded' } }),
    ],
  },
  {
    id: 'finish-reason-error-alone',
    status: 'dialect',
    title: 'Finish reason `error` and no error object',
    source: openrouter,
    must: 'An error.',
    turn: said(par, { reason: 'error', raw: 'error', failure: { code: 'UNKNOWN', message: '' } }, { meta }),
    events: [role, chunk({ content: 'Par' }), chunk({}, 'error'), done],
  },
  {
    id: 'error-alone',
    status: 'dialect',
    title: 'An error object is the only event',
    source: errors,
    must: 'An error, and no content.',
    turn: said([], failed('SERVER', server, server.error.message)),
  },
  {
    id: 'error-rate-limit',
    status: 'dialect',
    title: 'A rate limit, told inside the stream',
    source: errors,
    must: 'An error that is told as a rate limit.',
    turn: said(
      par,
      failed('RATE_LIMIT', inBand('Rate limit reached for requests', 'requests', 'rate_limit_exceeded')),
    ),
  },
  {
    id: 'error-quota',
    status: 'dialect',
    title: 'Exhausted credit, told inside the stream',
    source: errors,
    must: 'An error that is told as a quota, not as a rate limit that passes.',
    turn: said(
      par,
      failed('QUOTA', inBand('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota')),
    ),
  },
  {
    id: 'error-context-window',
    status: 'dialect',
    title: 'A prompt that is too long, told inside the stream',
    source: errors,
    must: 'An error that is told as an overflow of the context window.',
    turn: said(
      [],
      failed(
        'CONTEXT_WINDOW_EXCEEDED',
        inBand(
          "This model's maximum context length is 8192 tokens.",
          'invalid_request_error',
          'context_length_exceeded',
        ),
      ),
    ),
  },
  {
    id: 'error-of-a-new-type',
    status: 'dialect',
    title: 'An error of a type nobody knows',
    source: errors,
    must: 'An error that keeps its message.',
    turn: said(
      par,
      failed(
        'UNKNOWN',
        inBand('Nobody has seen this type yet.', 'novel_error'),
        'Nobody has seen this type yet.',
      ),
    ),
  },
  {
    id: 'error-after-a-whole-call',
    status: 'dialect',
    title: 'An error behind a call whose arguments are JSON already',
    source: errors,
    must: noCall,
    turn: said([cutCall('{"city":"Paris"}')], failed('SERVER', server)),
  },
  {
    id: 'error-after-the-finish',
    status: 'dialect',
    title: 'An error behind the finish reason',
    source: errors,
    must: 'The finish, the error, or both; the calls are what the finish made them.',
    turn: said(
      twoCalls(),
      { ...finish('tool-calls', 'tool_calls'), failure: { code: 'SERVER', message: '' } },
      { meta },
    ),
    events: [
      role,
      chunk({
        tool_calls: [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
          },
          {
            index: 1,
            id: 'call_2',
            type: 'function',
            function: { name: 'get_time', arguments: '{"zone":"CET"}' },
          },
        ],
      }),
      chunk({}, 'tool_calls'),
      { data: JSON.stringify(server) },
    ],
  },
  {
    id: 'calls-and-error-in-choice',
    status: 'dialect',
    title: 'The error stands inside the choice',
    source: openrouter,
    must: noCall,
    turn: said(
      [call('{"city":"Pa', { complete: false })],
      { reason: 'error', raw: 'error', failure: { code: 'SERVER', message: 'Upstream error' } },
      { meta },
    ),
    events: [
      role,
      chunk({
        tool_calls: [
          {
            index: 0,
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Pa' },
          },
        ],
      }),
      chunkOf({
        choices: [
          { index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'Upstream error' } },
        ],
      }),
    ],
  },
]
