/** Situations of ConverseStream about text, reasoning, tool use and token counts. Not here: ends, cuts and errors (situations-of-ends.ts). */

import type { Situation } from '../situation.ts'
import { call, counts, finish, opaque, reasoning, said, text, twoCalls } from '../situation-turns.ts'

const api = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html'
const caching = 'https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html'
const fixtures = 'https://github.com/vercel/ai/tree/main/packages/amazon-bedrock/src/__fixtures__'
const stop = finish('stop', 'end_turn')
const toolUse = finish('tool-calls', 'tool_use')
const hello = said([text('Hello')], stop, { usage: counts })
const two = said(twoCalls(), toolUse, { usage: counts })
const bothCalls = 'Two calls, each with its own id, name and input, in this order.'
const same = 'The same as without it.'

export const answerSituations: readonly Situation[] = [
  {
    id: 'text-with-padding',
    status: 'legal',
    title: 'Text; every payload has a field of padding',
    source: 'https://github.com/0xPlaygrounds/rig, tests/cassettes (bedrock)',
    must: 'The text and the counts.',
    turn: hello,
    spellings: ['padding'],
    fragments: [3],
  },
  {
    id: 'text-after-an-empty-delta',
    status: 'legal',
    title: 'The first text delta is empty',
    source: 'https://github.com/Arize-ai/openinference, recordings of Amazon Nova',
    must: 'The text.',
    turn: hello,
    spellings: ['empty-first-text'],
  },
  {
    id: 'text-with-a-start',
    status: 'dialect',
    title: 'Text has a contentBlockStart with an empty start',
    source: `${fixtures}/amazon-bedrock-tool-no-args.chunks.txt`,
    must: 'The text once.',
    turn: hello,
    spellings: ['text-start'],
  },
  {
    id: 'reasoning-then-text',
    status: 'legal',
    title: 'Reasoning with its signature, then text',
    source: `${api} (ReasoningContentBlockDelta)`,
    must: 'Reasoning and text in two blocks.',
    turn: said([reasoning('Let me think.', { signature: 'EqoB' }), text('Hello')], stop, { usage: counts }),
    fragments: [6],
  },
  {
    id: 'reasoning-redacted',
    status: 'legal',
    title: 'Redacted reasoning, then text',
    source: 'https://github.com/vercel/ai/pull/19058',
    must: 'The text, no error; the encrypted data is not told as text.',
    turn: said([reasoning('', { redacted: true, signature: 'AAAA' }), text('Hello')], stop),
  },
  {
    id: 'two-calls',
    status: 'legal',
    title: 'Two tool uses behind each other; the starts have no input',
    source: 'https://github.com/crewAIInc/crewAI/issues/6149',
    must: bothCalls,
    turn: two,
    fragments: [5],
  },
  {
    id: 'calls-interleaved',
    status: 'legal',
    title: 'Two tool uses whose deltas take turns, told apart by contentBlockIndex',
    source: api,
    must: bothCalls,
    turn: two,
    spellings: ['interleaved-blocks'],
    fragments: [5],
  },
  {
    id: 'text-and-call-share-an-index',
    status: 'dialect',
    title: 'Text and tool use have contentBlockIndex 0',
    source: 'https://github.com/danny-avila/LibreChat/pull/10647',
    must: 'The text and the call.',
    turn: said([text('I look.'), call('{"city":"Paris"}')], toolUse),
    spellings: ['one-index'],
  },
  {
    id: 'call-without-parameters-empty-delta',
    status: 'legal',
    title: 'A tool use without parameters has one empty input delta',
    source: 'https://github.com/vercel/ai/pull/10859',
    must: 'A call with no input, as `{}` or as an empty text.',
    turn: said([call('')], toolUse),
    spellings: ['empty-input-delta'],
  },
  {
    id: 'call-without-parameters-input-in-start',
    status: 'dialect',
    title: 'The start of a tool use has `input: {}`',
    source: 'https://github.com/vercel/ai/pull/10859',
    must: 'A call with no input, as `{}` or as an empty text.',
    turn: said([call('')], toolUse),
    spellings: ['empty-input-in-start'],
  },
  {
    id: 'input-split-inside-escapes',
    status: 'legal',
    title: 'Input deltas end inside an escape and between two surrogates',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
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
  },
  {
    id: 'server-tool-then-text',
    status: 'legal',
    title: 'A tool of the service with its result, then text',
    source: 'https://github.com/crmne/ruby_llm, cassettes of nova_grounding',
    must: 'The text under a plain stop: nothing is left to execute.',
    turn: said(
      [
        opaque('server_tool_use', {
          toolUse: {
            toolUseId: 'tooluse_1',
            name: 'nova_grounding',
            type: 'server_tool_use',
            input: { query: 'weather' },
          },
        }),
        opaque('nova_grounding_result', {
          toolResult: {
            toolUseId: 'tooluse_1',
            type: 'nova_grounding_result',
            status: 'success',
            content: [{ text: 'a' }],
          },
        }),
        text('It rains.'),
      ],
      stop,
    ),
  },
  {
    id: 'event-of-an-unknown-type',
    status: 'legal',
    title: 'An event of a type nobody knows',
    source: 'https://github.com/aws/aws-sdk-js-v3, ConverseStreamOutput.$UnknownMember',
    must: same,
    turn: hello,
    spellings: ['unknown-event'],
  },
  {
    id: 'delta-of-an-unknown-type',
    status: 'legal',
    title: 'A delta with a member nobody knows',
    source: 'https://github.com/aws/aws-sdk-js-v3, ContentBlockDelta.$UnknownMember',
    must: same,
    turn: hello,
    spellings: ['unknown-delta'],
  },
  {
    id: 'blocks-without-stops',
    status: 'dialect',
    title: 'No block has a contentBlockStop',
    source: `${fixtures}/amazon-bedrock-json-tool.3.chunks.txt`,
    must: 'The text and the call: the stop reason says that they are whole.',
    turn: said([text('I look.'), call('{"city":"Paris"}')], toolUse),
    spellings: ['no-block-stops'],
  },
  {
    id: 'usage-with-cache',
    status: 'legal',
    title: 'Usage with tokens read from the cache and written to it',
    source: caching,
    must: 'Each count once: the input leaves the cache out.',
    turn: said([text('Hello')], stop, {
      usage: { inputTokens: 10, cacheReadTokens: 100, cacheWriteTokens: 20, outputTokens: 5 },
    }),
  },
  {
    id: 'usage-with-cache-under-two-names',
    status: 'legal',
    title: 'The cache counts come under two names each',
    source: 'https://github.com/DataDog/dd-trace-py, botocore cassettes (prompt caching)',
    must: 'Each count once.',
    turn: said([text('Hello')], stop, {
      usage: { inputTokens: 10, cacheReadTokens: 100, cacheWriteTokens: 20, outputTokens: 5 },
    }),
    spellings: ['cache-count-names'],
  },
  {
    id: 'usage-before-the-stop-reason',
    status: 'dialect',
    title: 'metadata comes before messageStop',
    source: fixtures,
    must: 'The stop reason and the counts.',
    turn: hello,
    spellings: ['metadata-before-stop'],
  },
  {
    id: 'guardrail-trace',
    status: 'legal',
    title: 'metadata has the trace of a guardrail',
    source: 'https://github.com/aws/aws-sdk-js-v3, ConverseStreamTrace',
    must: same,
    turn: hello,
    spellings: ['guardrail-trace'],
  },
]
