/** Situations of chat completions that were cut, by the token limit or on the way. Not here: errors (situations-of-errors.ts). */

import type { Situation } from '../situation.ts'
import { counts, cutAfter, cutCall, finish, said, text } from '../situation-turns.ts'
import { chunk, done, meta, role } from './situation-chunks.ts'

const par = [text('Par')]
const kept = 'The text that came, and an error.'
const noCall = 'No complete call, and an error.'

export const cutSituations: readonly Situation[] = [
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The stream ends inside the text: no finish reason, no [DONE]',
    source: 'https://github.com/vercel/ai/issues/19169',
    must: kept,
    turn: cutAfter(par),
  },
  {
    id: 'cut-inside-arguments',
    status: 'dialect',
    title: 'The stream ends inside the arguments of a call',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: noCall,
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
  },
  {
    id: 'cut-behind-whole-arguments',
    status: 'dialect',
    title: 'The stream ends where the arguments are JSON already',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'No complete call: nobody said that it is whole.',
    turn: cutAfter([cutCall('{"city":"Paris"}')]),
    fragments: [8],
  },
  {
    id: 'cut-inside-the-second-call',
    status: 'dialect',
    title: 'The stream ends inside the second of two calls',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'No complete call, not even the first: chat has no end of a call but the finish.',
    turn: cutAfter([cutCall('{"city":"Paris"}'), cutCall('{"zo', { id: 'call_2', name: 'get_time' })]),
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
    id: 'reset-inside-arguments',
    status: 'dialect',
    title: 'The connection breaks inside the arguments of a call',
    source: 'https://nodejs.org/api/errors.html#common-system-errors (ECONNRESET)',
    must: noCall,
    turn: cutAfter([cutCall('{"city":"Pa')]),
    fragments: [8],
    end: 'reset',
  },
  {
    id: 'cut-inside-an-event',
    status: 'dialect',
    title: 'The stream ends in the middle of an event',
    source: 'https://github.com/openai/openai-node/issues/1292',
    must: kept,
    turn: cutAfter(par),
    half: chunk({ content: 'is is a city' }),
  },
  {
    id: 'malformed-event',
    status: 'dialect',
    title: 'The JSON of one event ends too early, others follow',
    source: 'https://github.com/zai-org/GLM-5/issues/66',
    must: 'What came before is kept, and an error is told; it does not end as a success.',
    turn: said(
      par,
      { reason: 'error', failure: { code: 'TRANSPORT', message: '' } },
      { meta, state: 'open' },
    ),
    events: [
      role,
      chunk({ content: 'Par' }),
      { data: '{"id":"chatcmpl-1","choices":[{"del' },
      chunk({}, 'stop'),
      done,
    ],
  },
  {
    id: 'length-inside-text',
    status: 'legal',
    title: 'The token limit ends the text',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming (finish_reason length)',
    must: 'The text, and a finish that says length.',
    turn: said(par, finish('max-tokens', 'length'), { usage: counts }),
  },
  {
    id: 'length-inside-a-string-argument',
    status: 'legal',
    title: 'The token limit ends the arguments of a call',
    source: 'https://github.com/langchain-ai/langchainjs/issues/11469',
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([cutCall('{"path":"","content":"hel')], finish('max-tokens', 'length'), { usage: counts }),
    fragments: [10],
  },
  {
    id: 'length-before-arguments',
    status: 'legal',
    title: 'The token limit ends a call behind its name',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming (finish_reason length)',
    must: 'A finish that says length, and no call with `{}`.',
    turn: said([cutCall('')], finish('max-tokens', 'length')),
  },
]
