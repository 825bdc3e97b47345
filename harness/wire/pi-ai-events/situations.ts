/** The situations of pi-ai's events. Not here: what a situation is (../situation.ts). */

import type { Situation } from '../situation.ts'
import {
  call,
  counts,
  cutAfter,
  cutCall,
  failed,
  finish,
  reasoning,
  said,
  text,
  twoCalls,
} from '../situation-turns.ts'

const types = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/types.ts'
const completions = 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/api/openai-completions.ts'
const stop = finish('stop', 'stop')
const toolUse = finish('tool-calls', 'toolUse')
const prose = said([reasoning('Hm.'), text('Hello')], stop, { usage: counts })
const two = said([text('I look.'), ...twoCalls()], toolUse, { usage: counts })
const error = (errorMessage: string) => ({ reason: 'error', errorMessage })

export const situations: readonly Situation[] = [
  {
    id: 'reasoning-then-text',
    status: 'legal',
    title: 'Reasoning, then text',
    source: types,
    must: 'Both blocks and the counts of the final message.',
    turn: prose,
    fragments: [3],
  },
  {
    id: 'partial-as-snapshots',
    status: 'legal',
    title: 'Every event carries a copy of the message as it was',
    source: types,
    must: 'The same as from one live message.',
    turn: two,
    spellings: ['partial-snapshots'],
    fragments: [5],
  },
  {
    id: 'partial-runs-ahead',
    status: 'legal',
    title: 'The message is final at the first event already',
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/event-stream.ts',
    must: 'Each delta once: the message that runs ahead is not told as a delta.',
    turn: two,
    spellings: ['partial-ahead'],
    fragments: [5],
  },
  {
    id: 'entry-missing-at-start',
    status: 'dialect',
    title: 'The message has no entry yet when its start is told',
    source: types,
    must: 'Id and name as soon as the entry is there, and no crash before.',
    turn: two,
    spellings: ['entry-missing-at-start'],
    fragments: [5],
  },
  {
    id: 'blocks-end-together',
    status: 'legal',
    title: 'All blocks end right before the stream does',
    source: completions,
    must: 'The same blocks.',
    turn: two,
    spellings: ['ends-late'],
    fragments: [5],
  },
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Deltas of two calls take turns',
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/api/openai-responses.ts',
    must: 'Two calls with their own arguments.',
    turn: said(twoCalls(), toolUse),
    spellings: ['calls-interleaved'],
    fragments: [5],
  },
  {
    id: 'arguments-at-once',
    status: 'legal',
    title: 'A call has no deltas: its arguments stand in the end event',
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/src/api/google-generative-ai.ts',
    must: 'The call with its arguments.',
    turn: said([call('{"city":"Paris"}')], toolUse),
    spellings: ['arguments-at-once'],
  },
  {
    id: 'arguments-with-hard-values',
    status: 'legal',
    title: 'A big integer, `1.0` and keys that look like indexes, raw in the deltas and parsed at the end',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    must: 'The text of the deltas, which the parsed value has lost.',
    turn: said([call('{"b": 1.0, "2": 9007199254740993, "1": "\\u00e9"}')], toolUse),
    fragments: [33],
  },
  {
    id: 'reasoning-redacted',
    status: 'legal',
    title: 'Redacted reasoning, for which pi-ai writes a notice',
    source: types,
    must: 'The notice is not told as text of the model.',
    turn: said([reasoning('', { redacted: true, signature: 'ENC' }), text('Hello')], stop),
  },
  {
    id: 'length-inside-arguments',
    status: 'legal',
    title: 'The token limit ends the arguments of a call',
    source: types,
    must: 'A finish that says length, and no valid call made of the cut text.',
    turn: said([cutCall('{"city":"Pa')], finish('max-tokens', 'length')),
    fragments: [8],
  },
  {
    id: 'deferred',
    status: 'legal',
    title: 'The answer comes later: `deferred`',
    source: types,
    must: 'Another end, with the word kept; not an empty answer.',
    turn: said([], finish('other', 'deferred')),
  },
  {
    id: 'error-after-text',
    status: 'legal',
    title: 'An error behind text',
    source: types,
    must: 'The text that came, and an error that is told as overloaded.',
    turn: said(
      [text('Par')],
      failed(
        'OVERLOADED',
        error('529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
      ),
    ),
  },
  {
    id: 'call-ended-before-the-error',
    status: 'legal',
    title: 'A call that was cut is ended all the same, then the error is told',
    source: completions,
    must: 'No complete call.',
    turn: said(
      [cutCall('{"city":"Paris"}')],
      failed('TRANSPORT', error('Stream ended without finish_reason')),
    ),
    spellings: ['ended-before-error'],
    fragments: [8],
  },
  {
    id: 'error-alone',
    status: 'legal',
    title: 'The error is the only event',
    source: types,
    must: 'An error that is told as a bad key.',
    turn: said([], failed('AUTH', error('HTTP 401: bad key'))),
    spellings: ['error-alone'],
  },
  {
    id: 'cut-inside-text',
    status: 'dialect',
    title: 'The events stop without `done` or `error`',
    source: types,
    must: 'The text that came, and an error.',
    turn: cutAfter([text('Par')]),
  },
]
