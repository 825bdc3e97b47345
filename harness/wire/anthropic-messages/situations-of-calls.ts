/** Situations of the Messages API about tool calls, of the client and of the provider. */

import type { Situation } from '../situation.ts'
import { call, counts, finish, opaque, said, text, twoCalls } from '../situation-turns.ts'

const streaming = 'https://platform.claude.com/docs/en/build-with-claude/streaming'
const json = 'https://www.rfc-editor.org/rfc/rfc8259#section-7'

const stop = finish('stop', 'end_turn')
const toolUse = finish('tool-calls', 'tool_use')
const one = said([call('{"city":"Paris"}')], toolUse, { usage: counts })
const two = said(twoCalls(), toolUse, { usage: counts })
const theCall = 'One call with its id, its name and all of its input.'
const bothCalls = 'Two calls, each with its own id, name and input, in this order.'

export const callSituations: readonly Situation[] = [
  {
    id: 'two-calls',
    status: 'legal',
    title: 'Two tool_use blocks behind each other',
    source: `${streaming}#streaming-request-with-tool-use`,
    must: bothCalls,
    turn: two,
    fragments: [5],
  },
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Two tool_use blocks whose deltas take turns, told apart by index',
    source: `${streaming}#event-types`,
    must: bothCalls,
    turn: two,
    spellings: ['interleaved-blocks'],
    fragments: [5],
  },
  {
    id: 'text-call-text',
    status: 'legal',
    title: 'Text, a call, text again',
    source: `${streaming}#event-types`,
    must: 'Three blocks in this order.',
    turn: said([text('I look.'), call('{"city":"Paris"}'), text('Done.')], toolUse),
  },
  {
    id: 'call-without-parameters-empty-delta',
    status: 'legal',
    title: 'A call without parameters has one empty input delta',
    source: 'https://github.com/vercel/ai/pull/10747',
    must: 'A call with no input, as `{}` or as an empty text.',
    turn: said([call('')], toolUse),
    spellings: ['empty-input-delta'],
  },
  {
    id: 'call-without-parameters-no-delta',
    status: 'legal',
    title: 'A call without parameters has no input delta',
    source: `${streaming}#streaming-request-with-tool-use`,
    must: 'A call with no input, as `{}` or as an empty text.',
    turn: said([call('')], toolUse),
  },
  {
    id: 'input-whole-in-block-start',
    status: 'dialect',
    title: 'content_block_start holds the whole input, no delta follows',
    source: 'https://github.com/earendil-works/pi/pull/2593',
    must: theCall,
    turn: one,
    spellings: ['input-in-start'],
  },
  {
    id: 'input-split-inside-escapes',
    status: 'legal',
    title: 'Input deltas end inside an escape and between two surrogates',
    source: json,
    must: 'The call with the characters that the escapes mean.',
    turn: said([call(String.raw`{"s":"\u00fc","t":"\ud83d\ude00"}`)], toolUse),
    fragments: [9, 15, 9],
  },
  {
    id: 'input-with-hard-values',
    status: 'legal',
    title: 'A big integer, `1.0` and keys that look like indexes',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    must: 'No number and no key is changed by reading and writing it again.',
    turn: said([call('{"b": 1.0, "2": 9007199254740993, "1": "\\u00e9"}')], toolUse),
    fragments: [33],
  },
  {
    id: 'server-tool-then-text',
    status: 'legal',
    title: 'The provider searches the web, then answers',
    source: `${streaming}#streaming-request-with-web-search-tool-use`,
    must: 'The text under a plain stop: nothing is left to execute.',
    turn: said(
      [
        opaque('server_tool_use', {
          type: 'server_tool_use',
          id: 'srvtoolu_1',
          name: 'web_search',
          input: { query: 'weather Paris' },
        }),
        opaque('web_search_tool_result', {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ type: 'web_search_result', url: 'https://example.org/a', title: 'A' }],
        }),
        text('It rains.'),
      ],
      stop,
    ),
    spellings: ['server-tool-input-deltas'],
    fragments: [9],
  },
  {
    id: 'message-whole-in-message-start',
    status: 'dialect',
    title: 'message_start holds the whole message',
    source: 'https://github.com/vercel/ai, packages/anthropic/src/__fixtures__ (programmatic tool calling)',
    must: 'The call.',
    turn: one,
    spellings: ['whole-in-message-start'],
  },
]
