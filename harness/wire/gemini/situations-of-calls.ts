/** Situations of streamGenerateContent about function calls. */

import type { Situation } from '../situation.ts'
import { call, counts, finish, said, text, twoCalls } from '../situation-turns.ts'
import { chunk, piece } from './situation-chunks.ts'

const calling = 'https://ai.google.dev/gemini-api/docs/function-calling'
const vertex = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling'
const stop = finish('tool-calls', 'STOP')
const one = said([call('{"city":"Paris","days":3}')], stop, { usage: counts })
const two = said(twoCalls(), stop, { usage: counts })
const withoutIds = said(
  twoCalls().map((each) => ({ ...each, id: '' })),
  stop,
)
const ended = { finishReason: 'STOP' }
const theCall = 'One call with its name and all of its arguments.'

export const callSituations: readonly Situation[] = [
  {
    id: 'calls-in-one-chunk-without-ids',
    status: 'legal',
    title: 'Two function calls in one chunk, without ids',
    source: `${calling}#parallel_function_calling`,
    must: 'Two calls, whose ids are made up and differ, or are absent.',
    turn: withoutIds,
    spellings: ['calls-in-one-chunk'],
  },
  {
    id: 'calls-with-ids',
    status: 'legal',
    title: 'Two function calls with ids',
    source: 'https://github.com/googleapis/js-genai, FunctionCall.id',
    must: 'Two calls with these ids.',
    turn: two,
  },
  {
    id: 'calls-with-empty-ids',
    status: 'dialect',
    title: 'Two function calls have the id ""',
    source: 'https://github.com/vercel/ai/pull/19091',
    must: 'Two calls, whose ids are made up and differ, or are absent.',
    turn: withoutIds,
    spellings: ['empty-call-id', 'calls-in-one-chunk'],
  },
  {
    id: 'calls-of-one-tool',
    status: 'legal',
    title: 'Two calls of the same tool without ids',
    source: 'https://github.com/langchain-ai/langchainjs/pull/10170',
    must: 'Two calls; ids that are made up differ.',
    turn: said([call('{"city":"Paris"}', { id: '' }), call('{"city":"Rome"}', { id: '' })], stop),
  },
  {
    id: 'call-without-args',
    status: 'legal',
    title: 'A function call without args',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 3.0.0',
    must: 'A call with no arguments, under a finish that says tool calls or stop.',
    turn: said([call('{}')], stop),
    spellings: ['args-missing'],
  },
  {
    id: 'call-args-as-json-text',
    status: 'dialect',
    title: 'args is the JSON text of the object',
    source: 'https://github.com/googleapis/js-genai, FunctionCall.args (a Struct)',
    must: 'The call with the object, not with a text that holds it.',
    turn: one,
    spellings: ['args-as-json-text'],
  },
  {
    id: 'call-args-nested',
    status: 'legal',
    title: 'args with lists, nulls and keys that look like indexes',
    source: 'https://protobuf.dev/reference/protobuf/google.protobuf/#struct',
    must: 'The call with the same value.',
    turn: said([call('{"list":[1,null,{"a":[]}],"on":false,"x":1.5,"s":"ü\\n"}')], stop),
  },
  {
    id: 'call-with-signature',
    status: 'legal',
    title: 'A function call carries a thought signature',
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    must: 'The call; its signature where signatures are kept.',
    turn: said([call('{"city":"Paris"}', { signature: 'CsABAQ==' })], stop),
  },
  {
    id: 'text-call-text',
    status: 'legal',
    title: 'Text, a function call, text again, in one chunk',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.112',
    must: 'Three blocks in this order.',
    turn: said([text('before '), call('{}'), text('after')], stop),
    spellings: ['parts-in-one-chunk'],
  },
  {
    id: 'call-under-max-tokens',
    status: 'legal',
    title: 'A whole function call, finish MAX_TOKENS',
    source: 'https://github.com/earendil-works/pi/issues/8059',
    must: 'A finish that says length.',
    turn: said([call('{"a":1}')], finish('max-tokens', 'MAX_TOKENS')),
  },
  {
    id: 'args-streamed',
    status: 'legal',
    title: 'Arguments come as partialArgs, and `functionCall: {}` ends the call (Vertex AI)',
    source: vertex,
    must: theCall,
    turn: one,
    spellings: ['args-streamed'],
    fragments: [2],
  },
  {
    id: 'args-streamed-to-the-last',
    status: 'legal',
    title: 'Arguments come as partialArgs; the last, without willContinue, ends the call',
    source: 'https://github.com/vercel/ai/issues/14358',
    must: theCall,
    turn: one,
    spellings: ['args-streamed-to-the-last'],
  },
  {
    id: 'args-streamed-string-in-two-pieces',
    status: 'legal',
    title: 'One string of the arguments comes in two pieces',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.108',
    must: 'The call with the joined string.',
    turn: said([call('{"s":"abcd"}', { id: '' })], stop),
    events: [
      piece({ name: 'get_weather', willContinue: true }),
      piece({
        partialArgs: [{ jsonPath: '$.s', stringValue: 'ab', willContinue: true }],
        willContinue: true,
      }),
      piece({ partialArgs: [{ jsonPath: '$.s', stringValue: 'cd' }], willContinue: true }),
      piece({}),
      chunk([{ text: '' }], ended),
    ],
  },
  {
    id: 'args-streamed-empty-list',
    status: 'legal',
    title: 'A piece of the arguments has a path and no value',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.105',
    must: 'The key is not dropped.',
    turn: said([call('{"n":1,"list":{}}', { id: '' })], stop),
    events: [
      piece({ name: 'get_weather', willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.n', numberValue: 1 }], willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.list' }], willContinue: true }),
      piece({}),
      chunk([{ text: '' }], ended),
    ],
  },
  {
    id: 'args-streamed-number-as-a-name',
    status: 'dialect',
    title: 'A path names a number inside a list, without brackets',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.116',
    must: 'The list without that piece; no gap is filled.',
    turn: said([call('{"a":["x"]}', { id: '' })], stop),
    events: [
      piece({ name: 'get_weather', willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.a[0]', stringValue: 'x' }], willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.a.7', stringValue: 'y' }], willContinue: true }),
      piece({}),
      chunk([{ text: '' }], ended),
    ],
  },
  {
    id: 'args-streamed-without-an-end',
    status: 'legal',
    title: 'A streamed call whose last piece continues, then STOP',
    source: 'https://github.com/vercel/ai/issues/14358',
    must: 'The call: STOP says that it is whole.',
    turn: said([call('{"n":1}', { id: '' })], stop),
    events: [
      piece({ name: 'get_weather', willContinue: true }),
      piece({ partialArgs: [{ jsonPath: '$.n', numberValue: 1 }], willContinue: true }),
      chunk([{ text: '' }], ended),
    ],
  },
]
