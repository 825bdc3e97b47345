/** Situations of the Messages API that were cut on the way or by an error. Not here: the token limit (situations-of-ends.ts), HTTP errors. */

import type { Situation } from '../situation.ts'
import { call, cutAfter, cutCall, failed, finish, said, text, twoCalls } from '../situation-turns.ts'

const errors = 'https://platform.claude.com/docs/en/api/errors'
const reset = 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)'
const inBand = (type: string, message: string, more: object = {}) => ({
  type: 'error',
  error: { type, message, ...more },
})
const overloaded = inBand('overloaded_error', 'Overloaded', { details: null })
const par = [text('Par')]
const kept = 'The text that came, and an error.'

function told(id: string, code: Parameters<typeof failed>[0], type: string, message: string): Situation {
  return {
    id,
    status: 'legal',
    title: `An error event of type \`${type}\` behind text`,
    source: errors,
    must: 'The text that came, and an error of its class that keeps the message.',
    turn: said(par, failed(code, inBand(type, message), message)),
  }
}

export const cutSituations: readonly Situation[] = [
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends behind a text delta',
    source: 'https://github.com/badlogic/pi-mono/issues/3936',
    must: kept,
    turn: cutAfter(par),
  },
  {
    id: 'cut-behind-the-last-block',
    status: 'dialect',
    title: 'The stream ends behind the last content_block_stop: no message_delta, no message_stop',
    source: 'https://github.com/badlogic/pi-mono/issues/3936',
    must: 'The text, and an error: the answer has no stop reason; the call may stand, since its own end came.',
    turn: cutAfter([text('I look.'), call('{"city":"Paris"}')]),
  },
  {
    id: 'cut-before-message-stop',
    status: 'dialect',
    title: 'All is there but message_stop',
    source: 'https://github.com/earendil-works/pi/issues/4433',
    must: 'The text; the stop reason or an error.',
    turn: said([text('Paris')], finish('stop', 'end_turn'), { state: 'answered' }),
  },
  {
    id: 'cut-inside-input',
    status: 'dialect',
    title: 'The stream ends inside the input of a call',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'No complete call, and an error.',
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
  },
  {
    id: 'cut-inside-the-second-call',
    status: 'dialect',
    title: 'The stream ends inside the second of two calls',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'The second call is not complete; the first may stand, since its own end came.',
    turn: cutAfter([call('{"city":"Paris"}'), cutCall('{"zo', { id: 'call_2', name: 'get_time' })]),
  },
  {
    id: 'cut-inside-an-event',
    status: 'dialect',
    title: 'The stream ends in the middle of an event',
    source: 'https://github.com/badlogic/pi-mono/issues/3936',
    must: kept,
    turn: cutAfter(par),
    half: {
      event: 'content_block_delta',
      data: '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"is is a city"}}',
    },
  },
  {
    id: 'reset-inside-text',
    status: 'dialect',
    title: 'The connection breaks inside the text',
    source: reset,
    must: kept,
    turn: cutAfter(par),
    end: 'reset',
  },
  {
    id: 'reset-inside-input',
    status: 'dialect',
    title: 'The connection breaks inside the input of a call',
    source: reset,
    must: 'No complete call, and an error.',
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
    end: 'reset',
  },
  {
    id: 'error-alone',
    status: 'legal',
    title: 'An error event is the first event and the last',
    source: 'https://github.com/vercel/ai/issues/2453',
    must: 'An error that is told as overloaded.',
    turn: said([], failed('OVERLOADED', overloaded, 'Overloaded')),
  },
  {
    id: 'error-overloaded-after-text',
    status: 'legal',
    title: 'An error event of type `overloaded_error` behind text',
    source: 'https://github.com/anthropics/anthropic-sdk-typescript/issues/346',
    must: 'The text that came, and an error that is told as overloaded.',
    turn: said(par, failed('OVERLOADED', overloaded, 'Overloaded')),
  },
  told('error-server-after-text', 'SERVER', 'api_error', 'Internal server error'),
  told(
    'error-rate-limit-after-text',
    'RATE_LIMIT',
    'rate_limit_error',
    'This request would exceed the rate limit for your organization.',
  ),
  told('error-authentication-after-text', 'AUTH', 'authentication_error', 'invalid x-api-key'),
  told('error-timeout-after-text', 'TIMEOUT', 'timeout_error', 'The request took too long.'),
  told(
    'error-credit-after-text',
    'QUOTA',
    'invalid_request_error',
    'Your credit balance is too low to access the API.',
  ),
  told(
    'error-context-window-after-text',
    'CONTEXT_WINDOW_EXCEEDED',
    'invalid_request_error',
    'prompt is too long: 210000 tokens > 200000 maximum',
  ),
  told('error-of-a-new-type', 'UNKNOWN', 'novel_error', 'Nobody has seen this type yet.'),
  {
    id: 'error-as-json-text',
    status: 'dialect',
    title: 'The error object stands as JSON inside a text',
    source: 'https://github.com/vercel/ai/pull/19318',
    must: 'An error that keeps its message.',
    turn: said(par, failed('OVERLOADED', overloaded)),
    spellings: ['error-as-text'],
  },
  {
    id: 'error-without-outer-type',
    status: 'dialect',
    title: 'The error event lacks its outer type',
    source: 'https://github.com/BerriAI/litellm, proxy errors in a stream',
    must: 'An error.',
    turn: said(par, failed('OVERLOADED', overloaded)),
    spellings: ['error-without-type'],
  },
  {
    id: 'error-after-a-whole-call',
    status: 'legal',
    title: 'An error event behind a call whose block has stopped',
    source: errors,
    must: 'An error; the calls may stand, since their own ends came.',
    turn: said(twoCalls(), failed('OVERLOADED', overloaded)),
  },
  {
    id: 'malformed-event',
    status: 'dialect',
    title: 'The JSON of one event ends too early, others follow',
    source: 'https://github.com/zai-org/GLM-5/issues/66',
    must: 'What came before is kept, and an error is told.',
    turn: cutAfter(par, {
      meta: { responseId: 'msg_01', model: 'claude-x' },
      usage: { inputTokens: 12, outputTokens: 1 },
      finish: { reason: 'error', failure: { code: 'TRANSPORT', message: '' } },
    }),
    events: [
      {
        event: 'message_start',
        data: '{"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":1}}}',
      },
      {
        event: 'content_block_start',
        data: '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      },
      {
        event: 'content_block_delta',
        data: '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Par"}}',
      },
      { event: 'content_block_delta', data: '{"type":"content_block_delta","index":0,"delta":{"ty' },
      { event: 'message_stop', data: '{"type":"message_stop"}' },
    ],
  },
]
