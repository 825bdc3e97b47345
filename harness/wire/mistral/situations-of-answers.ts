/** Situations of Mistral chat about text, thinking and tool calls. Not here: counts and ends (situations-of-ends.ts). */

import { callPiece, chunk, done, meta, role } from '../openai-chat/situation-chunks.ts'
import type { Situation } from '../situation.ts'
import { call, counts, finish, opaque, reasoning, said, text, twoCalls } from '../situation-turns.ts'

const sdk = 'https://github.com/mistralai/client-ts, src/models/components'
const reasoningDocs = 'https://docs.mistral.ai/capabilities/reasoning'
const stop = finish('stop', 'stop')
const toolCalls = finish('tool-calls', 'tool_calls')
const thought = [reasoning('hm, let me see'), text('Hello')]
const one = said([call('{"city":"Paris"}')], toolCalls, { usage: counts })
const two = said(twoCalls(), toolCalls, { usage: counts })
const theCall = 'One call with its id, its name and all of its arguments.'
const bothCalls = 'Two calls, each with its own id, name and arguments, in this order.'

export const answerSituations: readonly Situation[] = [
  {
    id: 'text-with-usage-beside-the-finish',
    status: 'legal',
    title: 'Text, usage on the chunk with the finish reason',
    source: 'https://docs.mistral.ai/api/endpoint/chat',
    must: 'The text and the counts.',
    turn: said([text('Hello, world')], stop, { usage: counts }),
    fragments: [4],
  },
  {
    id: 'text-in-typed-parts',
    status: 'legal',
    title: '`content` is a list of text parts',
    source: reasoningDocs,
    must: 'The text.',
    turn: said([text('Hello')], stop),
    spellings: ['text-parts'],
    fragments: [3],
  },
  {
    id: 'thinking-then-text',
    status: 'legal',
    title: 'Thinking parts, then text',
    source: 'https://github.com/vercel/ai/pull/8072',
    must: 'Thinking is reasoning, and the text is kept.',
    turn: said(thought, stop, { usage: counts }),
    fragments: [5],
  },
  {
    id: 'thinking-and-text-in-typed-parts',
    status: 'legal',
    title: 'Thinking and text, both as typed parts',
    source: reasoningDocs,
    must: 'Thinking is reasoning, and the text is kept.',
    turn: said(thought, stop),
    spellings: ['text-parts'],
  },
  {
    id: 'thinking-and-text-alternate',
    status: 'legal',
    title: 'Thinking, text, thinking, text',
    source: reasoningDocs,
    must: 'All of the thinking and all of the text.',
    turn: said([reasoning('one two'), text('A. B.')], stop),
    spellings: ['prose-alternating'],
    fragments: [4, 3],
  },
  {
    id: 'references-with-mixed-ids',
    status: 'legal',
    title: 'A reference part with ids of two types beside text',
    source: 'https://github.com/vercel/ai/pull/11511',
    must: 'The text, no error.',
    turn: said([text('x'), opaque('reference', [{ type: 'reference', reference_ids: ['a', 1] }])], stop, {
      meta,
    }),
    events: [
      role,
      chunk({
        content: [
          { type: 'text', text: 'x' },
          { type: 'reference', reference_ids: ['a', 1] },
        ],
      }),
      chunk({}, 'stop'),
      done,
    ],
  },
  {
    id: 'text-split-between-surrogates',
    status: 'legal',
    title: 'A character of two UTF-16 units is split over two deltas',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
    must: 'The joined text has the character.',
    turn: said([text('ok \u{1F600}!')], stop),
    fragments: [4, 10],
  },
  {
    id: 'second-choice-between',
    status: 'legal',
    title: 'Chunks of a second choice stand between those of the first (n = 2)',
    source: `${sdk}/chatcompletionstreamrequest.ts (n)`,
    must: 'Nothing of the second choice in the text of the first.',
    turn: said([text('A0 A1')], stop),
    spellings: ['second-choice'],
    fragments: [3],
  },
  {
    id: 'calls-whole',
    status: 'legal',
    title: 'Two whole calls, each in one chunk',
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    must: bothCalls,
    turn: two,
  },
  {
    id: 'calls-whole-beside-the-finish',
    status: 'legal',
    title: 'A whole call in the delta that has the finish',
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    must: theCall,
    turn: one,
    spellings: ['finish-with-content'],
  },
  {
    id: 'calls-in-one-delta',
    status: 'legal',
    title: 'Two whole calls in one delta',
    source: `${sdk}/deltamessage.ts (tool_calls is an array)`,
    must: bothCalls,
    turn: two,
    spellings: ['calls-in-one-delta'],
  },
  {
    id: 'call-in-pieces-with-its-id-repeated',
    status: 'legal',
    title: 'A call in pieces; later ones repeat the id and have an empty name',
    source: 'https://github.com/vercel/ai/pull/19181',
    must: 'One call with the joined arguments, not two.',
    turn: said([call('{"a":1}', { name: 'now' })], toolCalls),
    spellings: ['id-repeated', 'arguments-with-name'],
    fragments: [5],
  },
  {
    id: 'call-in-pieces-without-its-id',
    status: 'legal',
    title: 'A call in pieces; later ones have the index alone',
    source: 'https://github.com/vercel/ai/issues/19178',
    must: theCall,
    turn: one,
    spellings: ['arguments-with-name'],
    fragments: [5],
  },
  {
    id: 'calls-with-blank-ids',
    status: 'dialect',
    title: 'Two calls have empty ids',
    source: 'https://github.com/vercel/ai, packages/mistral/CHANGELOG.md 4.0.53',
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
    id: 'calls-without-index',
    status: 'dialect',
    title: 'Calls have ids and no index',
    source: `${sdk}/toolcall.ts (index is optional)`,
    must: bothCalls,
    turn: two,
    spellings: ['index-missing'],
  },
  {
    id: 'call-without-parameters',
    status: 'legal',
    title: 'A call without parameters has `{}`',
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    must: 'A call with no arguments.',
    turn: said([call('{}')], toolCalls),
  },
  {
    id: 'arguments-as-a-value',
    status: 'legal',
    title: 'Arguments are an object instead of its text',
    source: `${sdk}/functioncall.ts (arguments: object | string)`,
    must: 'The call with the same value.',
    turn: said([call('{"city":"Paris","days":3}')], toolCalls),
    spellings: ['arguments-object'],
  },
  {
    id: 'text-then-call',
    status: 'legal',
    title: 'Text, then a call',
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    must: 'The text and the call.',
    turn: said([text('I look.'), call('{"city":"Paris"}')], toolCalls, { usage: counts }),
  },
]
