/** Situations of streamGenerateContent about text, thoughts and candidates. Not here: calls (situations-of-calls.ts), counts (situations-of-usage.ts), ends (situations-of-ends.ts). */

import type { Situation } from '../situation.ts'
import { counts, finish, opaque, reasoning, said, text } from '../situation-turns.ts'
import { chunk, chunkOf } from './situation-chunks.ts'

const reference = 'https://ai.google.dev/api/generate-content'
const signatures = 'https://ai.google.dev/gemini-api/docs/thought-signatures'
const stop = finish('stop', 'STOP')
const full = { inputTokens: 36, cacheReadTokens: 64, outputTokens: 20, reasoningTokens: 7 }
const hello = said([text('Hello')], stop, { usage: full })
const thought = [reasoning('Let me think.'), text('Hello')]

export const answerSituations: readonly Situation[] = [
  {
    id: 'text-with-usage-on-every-chunk',
    status: 'legal',
    title: 'Text, every chunk counts what there is so far',
    source: `${reference}#UsageMetadata`,
    must: 'The text, and the last counts, not their sum.',
    turn: said(thought, stop, { usage: full }),
    spellings: ['usage-on-every-chunk'],
    fragments: [2],
    deliveries: ['stall-after-5'],
  },
  {
    id: 'thoughts-then-text',
    status: 'legal',
    title: 'Thought parts, then text',
    source: 'https://ai.google.dev/gemini-api/docs/thinking#summaries',
    must: 'Thoughts are reasoning; the output counts thoughts and text once.',
    turn: said(thought, stop, { usage: full }),
    fragments: [6],
  },
  {
    id: 'thought-text-thought-text',
    status: 'legal',
    title: 'Thoughts and text take turns',
    source: 'https://ai.google.dev/gemini-api/docs/thinking#summaries',
    must: 'All thoughts and all text, in this order.',
    turn: said([reasoning('One.'), text('A.'), reasoning('Two.'), text('B.')], stop),
  },
  {
    id: 'thought-signature-in-its-own-part',
    status: 'legal',
    title: "A thought's signature comes in a part with an empty text",
    source: signatures,
    must: 'The thought and the text; no empty block in between is told as text.',
    turn: said([reasoning('Let me think.', { signature: 'CsABAQ==' }), text('Hello')], stop),
    spellings: ['signature-in-own-part'],
  },
  {
    id: 'signature-on-the-last-text',
    status: 'legal',
    title: 'The last text part carries a signature',
    source: 'https://github.com/pydantic/pydantic-ai/issues/3481',
    must: 'The text, as text and not as a thought.',
    turn: hello,
    spellings: ['text-signature'],
    fragments: [3],
  },
  {
    id: 'text-says-it-is-no-thought',
    status: 'legal',
    title: 'Text parts have `thought: false`',
    source: 'https://github.com/googleapis/js-genai, Part.thought',
    must: 'The text, as text.',
    turn: hello,
    spellings: ['thought-false'],
  },
  {
    id: 'parts-in-one-chunk',
    status: 'legal',
    title: 'Thought and text in one chunk',
    source: `${reference}#v1beta.Candidate`,
    must: 'Both are kept.',
    turn: said(thought, stop),
    spellings: ['parts-in-one-chunk'],
  },
  {
    id: 'text-split-between-surrogates',
    status: 'legal',
    title: 'A character of two UTF-16 units is split over two parts',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
    must: 'The joined text has the character.',
    turn: said([text('ok \u{1F600}!')], stop),
    fragments: [4, 10],
  },
  {
    id: 'second-candidate',
    status: 'legal',
    title: 'Every chunk has a second candidate',
    source: `${reference}#v1beta.Candidate (index)`,
    must: 'Nothing of the second candidate in the text of the first.',
    turn: hello,
    spellings: ['other-candidate'],
    fragments: [3],
  },
  {
    id: 'candidate-without-index',
    status: 'legal',
    title: 'The candidate has no index, as proto JSON leaves out a 0',
    source: 'https://protobuf.dev/programming-guides/json/',
    must: 'The text.',
    turn: hello,
    spellings: ['no-candidate-index'],
  },
  {
    id: 'content-without-role',
    status: 'dialect',
    title: 'The content has no role',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (basic-reply-long)',
    must: 'The text.',
    turn: hello,
    spellings: ['no-role'],
  },
  {
    id: 'response-id-and-model',
    status: 'legal',
    title: 'Chunks name the response and the model',
    source: 'https://github.com/vercel/ai/pull/17506',
    must: 'The text; id and model as they are, where they are told.',
    turn: said([text('Hello')], stop, { meta: { responseId: 'r1', model: 'gemini-x' } }),
  },
  {
    id: 'unknown-fields',
    status: 'legal',
    title: 'Chunks and candidates have fields nobody knows',
    source: `${reference}#v1beta.GenerateContentResponse`,
    must: 'The same as without them.',
    turn: hello,
    spellings: ['unknown-fields'],
  },
  {
    id: 'code-execution-then-text',
    status: 'legal',
    title: 'The provider runs code, then answers',
    source: 'https://ai.google.dev/gemini-api/docs/code-execution',
    must: 'The text under a plain stop: nothing is left to execute.',
    turn: said(
      [
        opaque('executableCode', { executableCode: { language: 'PYTHON', code: 'print(1)\n' } }),
        opaque('codeExecutionResult', { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } }),
        text('It is 1.'),
      ],
      stop,
    ),
  },
  {
    id: 'image-then-text',
    status: 'legal',
    title: 'An image as inline data, then text',
    source: 'https://ai.google.dev/gemini-api/docs/image-generation',
    must: 'The text; the image is no text.',
    turn: said(
      [opaque('inlineData', { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }), text('Here.')],
      stop,
    ),
  },
  {
    id: 'grounding-before-the-finish',
    status: 'legal',
    title: 'Grounding stands on a chunk before the one with the finish',
    source: 'https://github.com/vercel/ai/pull/13123',
    must: 'The text and the finish.',
    turn: said([text('It rains.'), opaque('groundingMetadata', { webSearchQueries: ['rain'] })], stop),
    events: [
      chunk([{ text: 'It rains.' }], { groundingMetadata: { webSearchQueries: ['rain'] } }),
      chunk([{ text: '' }], { finishReason: 'STOP' }),
    ],
  },
  {
    id: 'grounding-without-segment',
    status: 'legal',
    title: 'A grounding support without its segment stands beside the finish',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 3.0.16',
    must: 'The text and the finish, no error.',
    turn: said(
      [
        text('It rains.'),
        opaque('groundingMetadata', { groundingSupports: [{ groundingChunkIndices: [0] }] }),
      ],
      stop,
    ),
  },
  {
    id: 'wrapped-in-response',
    status: 'dialect',
    title: 'Every chunk stands under `response` (Code Assist)',
    source: 'https://github.com/google-gemini/gemini-cli, packages/core/src/code_assist',
    must: 'The text, or an error; not an empty success.',
    turn: said([text('Hello')], stop, { usage: counts }),
    spellings: ['wrapped-in-response'],
  },
  {
    id: 'chunk-without-anything',
    status: 'legal',
    title: 'An empty object stands between the chunks',
    source: 'https://protobuf.dev/programming-guides/json/',
    must: 'The text; an empty chunk says nothing.',
    turn: said([text('Hello')], stop),
    events: [chunk([{ text: 'Hel' }]), chunkOf({}), chunk([{ text: 'lo' }], { finishReason: 'STOP' })],
  },
]
