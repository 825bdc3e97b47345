/** Situations of chat completions about what tells calls apart: index and id. */

import type { Situation } from '../situation.ts'
import { call, counts, finish, said, twoCalls } from '../situation-turns.ts'
import { callPiece, chunk, done, meta, role } from './situation-chunks.ts'

const toolCalls = finish('tool-calls', 'tool_calls')
const one = said([call('{"city":"Paris"}')], toolCalls, { usage: counts })
const two = said(twoCalls(), toolCalls, { usage: counts })

const theCall = 'One call with its id, its name and all of its arguments.'
const bothCalls = 'Two calls, each with its own id, name and arguments, in this order.'

export const callIndexSituations: readonly Situation[] = [
  {
    id: 'call-id-rotating',
    status: 'dialect',
    title: 'Every later chunk of a call has another id',
    source: 'https://github.com/vercel/ai, packages/openai/src/__fixtures__ (github-copilot-id-rotation)',
    must: 'One call with the first id.',
    turn: one,
    spellings: ['id-rotating'],
    fragments: [6],
  },
  {
    id: 'call-index-starts-at-one',
    status: 'dialect',
    title: 'The first call has index 1',
    source: 'https://github.com/vercel/ai/issues/18333',
    must: theCall,
    turn: one,
    spellings: ['index-from-1'],
    fragments: [5],
  },
  {
    id: 'call-indexes-falling',
    status: 'dialect',
    title: 'Index 1 comes before index 0',
    source: 'https://github.com/vercel/ai/issues/18333',
    must: 'Two calls, each with its own id, name and arguments.',
    turn: two,
    spellings: ['index-falling'],
    fragments: [8],
  },
  {
    id: 'calls-share-index',
    status: 'dialect',
    title: 'Two whole calls have index 0 and ids of their own',
    source: 'https://github.com/InternLM/lmdeploy/issues/3412',
    must: bothCalls,
    turn: two,
    spellings: ['index-reused', 'arguments-whole'],
  },
  {
    id: 'calls-share-index-in-pieces',
    status: 'dialect',
    title: 'Two calls in pieces have index 0 and ids of their own',
    source: 'https://github.com/ollama/ollama/issues/15457',
    must: bothCalls,
    turn: two,
    spellings: ['index-reused'],
    fragments: [6],
  },
  {
    id: 'calls-without-index',
    status: 'dialect',
    title: 'Calls have ids and no index',
    source: 'https://github.com/ollama/ollama/issues/7881',
    must: bothCalls,
    turn: two,
    spellings: ['index-missing', 'arguments-whole'],
  },
  {
    id: 'call-continued-without-index',
    status: 'dialect',
    title: 'Pieces of a call have neither index nor id',
    source: 'https://github.com/openai/openai-python/issues/2806',
    must: theCall,
    turn: one,
    spellings: ['index-missing-continued'],
    fragments: [6],
  },
  {
    id: 'calls-with-equal-ids',
    status: 'dialect',
    title: 'Two calls at different indexes have one id',
    source: 'https://github.com/OpenRouterTeam/ai-sdk-provider/issues/160',
    must: 'Two calls with their own names and arguments, not one with both texts.',
    turn: said([call('{"a":1}', { name: 'bash' }), call('{"b":2}', { name: 'read_file' })], toolCalls, {
      meta,
    }),
    events: [
      role,
      chunk(callPiece(0, { id: 'call_1', name: 'bash', arguments: '{"a":1}' })),
      chunk(callPiece(1, { id: 'call_1', name: 'read_file', arguments: '{"b":2}' })),
      chunk({}, 'tool_calls'),
      done,
    ],
  },
  {
    id: 'calls-with-blank-ids',
    status: 'dialect',
    title: 'Two calls at different indexes have empty ids',
    source: 'https://github.com/vercel/ai/issues/19091',
    must: 'Two calls, whose ids are made up and differ, or are absent.',
    turn: said(
      [call('{"a":1}', { id: '', name: 'bash' }), call('{"b":2}', { id: '', name: 'read_file' })],
      toolCalls,
      { meta },
    ),
    events: [
      role,
      chunk(callPiece(0, { id: '', name: 'bash', arguments: '{"a":1}' })),
      chunk(callPiece(1, { id: '', name: 'read_file', arguments: '{"b":2}' })),
      chunk({}, 'tool_calls'),
      done,
    ],
  },
  {
    id: 'call-without-id',
    status: 'dialect',
    title: 'A call has an index and no id at all',
    source: 'https://github.com/continuedev/continue/issues/13225',
    must: 'The call, with an id that is made up or absent.',
    turn: said([call('{"a":1}', { id: '', name: 'bash' })], toolCalls, { meta }),
    events: [
      role,
      chunk(callPiece(0, { name: 'bash', arguments: '{"a"' })),
      chunk(callPiece(0, { arguments: ':1}' })),
      chunk({}, 'tool_calls'),
      done,
    ],
  },
]
