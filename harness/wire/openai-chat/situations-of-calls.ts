/** Situations of chat completions about how a tool call is told. Not here: indexes and ids (situations-of-call-indexes.ts), arguments (situations-of-arguments.ts). */

import type { Situation } from '../situation.ts'
import { call, counts, finish, said, text, twoCalls } from '../situation-turns.ts'
import { callPiece, chunk, done, meta, role } from './situation-chunks.ts'

const sdk = 'https://github.com/openai/openai-node, ChatCompletionChunk.Choice.Delta.ToolCall'
const toolCalls = finish('tool-calls', 'tool_calls')
const one = said([call('{"city":"Paris"}')], toolCalls, { usage: counts })
const two = said(twoCalls(), toolCalls, { usage: counts })

const theCall = 'One call with its id, its name and all of its arguments.'
const bothCalls = 'Two calls, each with its own id, name and arguments, in this order.'

export const callSituations: readonly Situation[] = [
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Two calls whose pieces take turns, told apart by index',
    source: sdk,
    must: bothCalls,
    turn: two,
    spellings: ['calls-interleaved'],
    fragments: [5],
  },
  {
    id: 'calls-in-one-delta',
    status: 'legal',
    title: 'One delta advances two calls',
    source: sdk,
    must: bothCalls,
    turn: two,
    spellings: ['calls-in-one-delta'],
    fragments: [8],
  },
  {
    id: 'call-name-late',
    status: 'legal',
    title: 'The name comes one chunk after the id',
    source: 'https://github.com/vercel/ai/issues/14760',
    must: theCall,
    turn: one,
    spellings: ['name-late'],
    fragments: [6],
  },
  {
    id: 'call-id-late',
    status: 'legal',
    title: 'The id comes one chunk after the name',
    source: sdk,
    must: theCall,
    turn: one,
    spellings: ['id-late'],
    fragments: [6],
  },
  {
    id: 'call-identity-after-arguments',
    status: 'legal',
    title: 'Id and name come after a part of the arguments',
    source: 'https://github.com/vercel/ai/issues/15879',
    must: theCall,
    turn: one,
    spellings: ['identity-after-arguments'],
    fragments: [6],
  },
  {
    id: 'call-name-after-first-arguments',
    status: 'legal',
    title: 'The id comes with the first piece of the arguments, the name with the second',
    source: 'https://github.com/anomalyco/opencode/issues/24137',
    must: theCall,
    turn: said([call('{"a":1}', { name: 'bash' })], toolCalls, { meta }),
    events: [
      role,
      chunk(callPiece(0, { id: 'call_1', arguments: '{"a' })),
      chunk(callPiece(0, { name: 'bash', arguments: '":1}' })),
      chunk({}, 'tool_calls'),
      done,
    ],
  },
  {
    id: 'call-id-repeated-name-empty',
    status: 'legal',
    title: 'Later chunks repeat the id and have an empty name',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/649',
    must: theCall,
    turn: one,
    spellings: ['id-repeated'],
    fragments: [6],
  },
  {
    id: 'call-id-empty-name-null',
    status: 'legal',
    title: 'Later chunks have an empty id and a null name',
    source: 'https://github.com/symfony/ai/issues/2220',
    must: theCall,
    turn: one,
    spellings: ['id-blank-later'],
    fragments: [6],
  },
  {
    id: 'call-name-repeated',
    status: 'dialect',
    title: 'Later chunks repeat the name',
    source: 'https://github.com/open-webui/open-webui/issues/22235',
    must: 'The name once, not joined with itself.',
    turn: two,
    spellings: ['name-repeated'],
    fragments: [6],
  },
  {
    id: 'text-call-text',
    status: 'legal',
    title: 'Text, a tool call, text again',
    source: `${sdk} (content and tool_calls are fields of their own)`,
    must: 'All of the text, and the call; whether the text is one block or two is free.',
    turn: said([text('I will look. Done.'), call('{"city":"Paris"}')], toolCalls),
    spellings: ['calls-between-prose'],
    fragments: [13],
  },
  {
    id: 'calls-before-text',
    status: 'dialect',
    title: 'The call stands before all text',
    source: `${sdk} (content and tool_calls are fields of their own)`,
    must: 'The text and the call.',
    turn: said([text('Looked up.'), call('{"city":"Paris"}')], toolCalls),
    spellings: ['calls-first'],
  },
  {
    id: 'call-type-absent',
    status: 'legal',
    title: 'A call has no type',
    source: `${sdk} (type is optional)`,
    must: theCall,
    turn: one,
    spellings: ['type-absent'],
    fragments: [6],
  },
  {
    id: 'call-type-in-each-piece',
    status: 'dialect',
    title: 'Every piece of a call has its type',
    source: 'https://github.com/vercel/ai/issues/19178',
    must: theCall,
    turn: one,
    spellings: ['type-repeated'],
    fragments: [6],
  },
  {
    id: 'legacy-function-call',
    status: 'dialect',
    title: 'The deprecated `function_call`, and its finish reason',
    source:
      'https://platform.openai.com/docs/api-reference/chat-streaming/streaming (function_call is deprecated)',
    must: 'The call if it is read at all, else another finish than a plain stop or an empty answer; never a crash.',
    turn: said([call('{"city":"Paris"}', { id: '' })], finish('tool-calls', 'function_call'), { meta }),
    events: [
      role,
      chunk({ function_call: { name: 'get_weather', arguments: '' } }),
      chunk({ function_call: { arguments: '{"city":' } }),
      chunk({ function_call: { arguments: '"Paris"}' } }),
      chunk({}, 'function_call'),
      done,
    ],
    deliveries: ['stall-after-3'],
  },
]
