/** Situations of the Responses API about tool calls, of the client and of the provider. */

import type { Situation } from '../situation.ts'
import { call, counts, finish, opaque, reasoning, said, text, twoCalls } from '../situation-turns.ts'

const reference = 'https://platform.openai.com/docs/api-reference/responses-streaming'
const completed = finish('stop', 'completed')
const toolCalls = finish('tool-calls', 'completed')
const one = said([call('{"city":"Paris"}')], toolCalls, { usage: counts })
const two = said(twoCalls(), toolCalls, { usage: counts })

const theCall = 'One call with its id, its name and all of its arguments.'
const bothCalls = 'Two calls, each with its own id, name and arguments, in this order.'

export const callSituations: readonly Situation[] = [
  {
    id: 'reasoning-then-call',
    status: 'legal',
    title: 'Reasoning, then a tool call, no text',
    source: 'https://github.com/langchain-ai/langchainjs/issues/9816',
    must: 'The reasoning and the call.',
    turn: said([reasoning('First I look.'), call('{"city":"Paris"}')], toolCalls),
    fragments: [7],
  },
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Events of two calls take turns, told apart by output_index',
    source: `${reference}/response/function_call_arguments/delta`,
    must: bothCalls,
    turn: two,
    spellings: ['interleaved-calls'],
    fragments: [5],
  },
  {
    id: 'call-alone-under-completed',
    status: 'legal',
    title: 'A call, then response.completed',
    source: 'https://github.com/vercel/ai/issues/13909',
    must: 'The call, under a finish that says tool calls or stop.',
    turn: one,
    fragments: [5],
  },
  {
    id: 'call-between-texts',
    status: 'legal',
    title: 'Text, a call, text again',
    source: `${reference}/response/output_item/added`,
    must: 'Three blocks in this order.',
    turn: said([text('I look.'), call('{"city":"Paris"}'), text('Done.')], toolCalls),
    fragments: [4],
  },
  {
    id: 'arguments-only-in-their-done-event',
    status: 'legal',
    title: 'No argument deltas: they stand in function_call_arguments.done',
    source: 'https://github.com/vercel/ai, packages/open-responses (LM Studio fixtures)',
    must: theCall,
    turn: one,
    spellings: ['arguments-only-in-done'],
  },
  {
    id: 'arguments-only-in-the-finished-item',
    status: 'dialect',
    title: 'Arguments stand only in output_item.done',
    source: `${reference}/response/output_item/done`,
    must: theCall,
    turn: one,
    spellings: ['arguments-only-in-item-done'],
  },
  {
    id: 'arguments-deltas-without-done',
    status: 'dialect',
    title: 'Argument deltas, no function_call_arguments.done',
    source: `${reference}/response/function_call_arguments/delta`,
    must: theCall,
    turn: one,
    spellings: ['arguments-without-done'],
    fragments: [5],
  },
  {
    id: 'arguments-empty-delta-first',
    status: 'legal',
    title: 'The first argument delta is empty',
    source: 'https://github.com/BerriAI/litellm/issues/39288',
    must: theCall,
    turn: one,
    spellings: ['empty-arguments-delta'],
    fragments: [5],
  },
  {
    id: 'arguments-split-inside-escapes',
    status: 'legal',
    title: 'Argument deltas end inside an escape and between two surrogates',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
    must: 'The call with the characters that the escapes mean.',
    turn: said([call(String.raw`{"s":"\u00fc","t":"\ud83d\ude00"}`)], toolCalls),
    fragments: [9, 15, 9],
  },
  {
    id: 'arguments-with-hard-values',
    status: 'legal',
    title: 'A big integer, `1.0`, `1e3`, `-0` and keys that look like indexes',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    must: 'No number and no key is changed by reading and writing it again.',
    turn: said([call('{"b":1.0,"2":9007199254740993,"1":"\\u00e9","e":1e3,"z":-0}')], toolCalls),
    fragments: [32],
  },
  {
    id: 'call-without-parameters',
    status: 'legal',
    title: 'A call without parameters has empty arguments',
    source: 'https://github.com/vercel/ai/issues/6687',
    must: 'A call with no arguments, as `{}` or as an empty text.',
    turn: said([call('')], toolCalls),
  },
  {
    id: 'web-search-then-text',
    status: 'legal',
    title: 'The provider searches the web, then answers',
    source: 'https://github.com/vercel/ai/pull/8502',
    must: 'The text under a plain stop: nothing is left to execute.',
    turn: said(
      [
        opaque('web_search_call', {
          id: 'ws_0',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'weather in Paris' },
        }),
        text('It rains.'),
      ],
      completed,
    ),
  },
  {
    id: 'web-search-without-action',
    status: 'legal',
    title: 'A web search without its action',
    source: 'https://github.com/vercel/ai/issues/12706',
    must: 'The text, and no error.',
    turn: said(
      [
        opaque('web_search_call', { id: 'ws_0', type: 'web_search_call', status: 'completed' }),
        text('It rains.'),
      ],
      completed,
    ),
  },
  {
    id: 'file-search-then-text',
    status: 'legal',
    title: 'The provider searches files, then answers',
    source: 'https://github.com/vercel/ai/pull/7983',
    must: 'The text under a plain stop.',
    turn: said(
      [
        opaque('file_search_call', {
          id: 'fs_0',
          type: 'file_search_call',
          status: 'completed',
          queries: ['terms of delivery'],
          results: null,
        }),
        text('In ten days.'),
      ],
      completed,
    ),
  },
]
