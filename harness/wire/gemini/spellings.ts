/** The ways a turn can be spelled on the Gemini wire. Not here: doing it (write-turn.ts, write-parts.ts). */

import type { Turn, TurnBlock } from '../../turn/turn.ts'
import { parseJson } from '../json-fields.ts'
import type { Spelling } from '../wire.ts'
import { isCandidateField } from './candidate-fields.ts'
import { canStream } from './write-partial-args.ts'

const reference = 'https://ai.google.dev/api/generate-content'
const signatures = 'https://ai.google.dev/gemini-api/docs/thought-signatures'

const some = (test: (block: TurnBlock, at: number, blocks: readonly TurnBlock[]) => boolean) => {
  return ({ blocks }: Turn) => blocks.some(test)
}
const isCall = (block: TurnBlock | undefined) => block?.type === 'tool-call'
const hasCall = some((block) => isCall(block))
const hasText = some(({ type }) => type === 'text')
const isPart = (block: TurnBlock) => !isCandidateField(block)
const parts = ({ blocks }: Turn) => blocks.filter(isPart).length
const finishes = ({ finish }: Turn) => finish !== undefined && finish.reason !== 'error'
const hasUsage = ({ usage }: Turn) => usage !== undefined && Object.keys(usage).length > 0
const streamable = (turn: Turn) =>
  hasCall(turn) &&
  turn.blocks.every((block) => block.type !== 'tool-call' || canStream(parseJson(block.arguments)))

export const spellings = [
  {
    id: 'parts-in-one-chunk',
    group: 'chunks',
    status: 'legal',
    title: 'All parts come in one chunk.',
    source: `${reference}#v1beta.Candidate`,
    fits: (turn) => parts(turn) > 1,
  },
  {
    id: 'calls-in-one-chunk',
    group: 'chunks',
    status: 'legal',
    title: 'Adjacent calls share a chunk.',
    source: 'https://ai.google.dev/gemini-api/docs/function-calling#parallel_function_calling',
    fits: some((block, at, blocks) => isCall(block) && isCall(blocks[at + 1])),
  },
  {
    id: 'args-missing',
    group: 'args',
    status: 'legal',
    title: 'A call without arguments has no args.',
    source: 'SDK @google/genai, FunctionCall.args is optional',
    fits: some((block) => block.type === 'tool-call' && block.arguments === '{}'),
  },
  {
    id: 'args-streamed',
    group: 'args',
    status: 'legal',
    title: 'Arguments come as partialArgs; `functionCall: {}` ends the call (Vertex AI).',
    source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling',
    fits: streamable,
  },
  {
    id: 'args-streamed-to-the-last',
    group: 'args',
    status: 'legal',
    title: 'Arguments come as partialArgs; the last of them, without willContinue, ends the call.',
    source: 'https://github.com/vercel/ai/issues/14358',
    fits: streamable,
  },
  {
    id: 'args-as-json-text',
    group: 'args',
    status: 'dialect',
    title: 'args is the JSON text of the object.',
    source: 'SDK @google/genai (a Struct is required; proxies were seen to stringify it)',
    fits: hasCall,
  },
  {
    id: 'empty-call-id',
    group: 'call-id',
    status: 'dialect',
    title: 'A call without an id has the id "".',
    source: 'https://github.com/vercel/ai/pull/19091',
    fits: some((block) => block.type === 'tool-call' && block.id === ''),
  },
  {
    id: 'signature-in-own-part',
    group: 'signature',
    status: 'legal',
    title: "A thought's signature comes in a part of its own with an empty text.",
    source: signatures,
    fits: some((block) => block.type === 'reasoning' && block.signature !== undefined),
  },
  {
    id: 'text-signature',
    group: 'text-signature',
    status: 'legal',
    title: 'The last text carries a thoughtSignature for the whole answer.',
    source: 'https://github.com/pydantic/pydantic-ai/issues/3481',
    fits: hasText,
  },
  {
    id: 'thought-false',
    group: 'thought',
    status: 'legal',
    title: 'Texts that are no thoughts say `thought: false`.',
    source: 'SDK @google/genai, Part.thought',
    fits: hasText,
  },
  {
    id: 'finish-in-own-chunk',
    group: 'finish',
    status: 'legal',
    title: 'The finish reason comes in a last chunk without content.',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10741',
    fits: finishes,
  },
  {
    id: 'finish-with-empty-text',
    group: 'finish',
    status: 'legal',
    title: 'The finish reason comes in a last chunk with an empty text.',
    source: 'https://github.com/vercel/ai (packages/google, google-reasoning fixture)',
    fits: finishes,
  },
  {
    id: 'finish-with-empty-content',
    group: 'finish',
    status: 'legal',
    title: 'The finish reason comes in a last chunk whose content has no parts.',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (no-content-parts)',
    fits: finishes,
  },
  {
    id: 'finish-on-every-chunk',
    group: 'finish',
    status: 'dialect',
    title: 'Every chunk carries the finish reason, as first models did.',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (basic-reply-long)',
    fits: (turn) => finishes(turn) && parts(turn) > 1,
  },
  {
    id: 'prompt-blocked',
    group: 'finish',
    status: 'legal',
    title: 'A filtered turn without content comes as promptFeedback, without candidates.',
    source: `${reference}#PromptFeedback`,
    fits: ({ blocks, finish }) => blocks.length === 0 && finish?.reason === 'content-filter',
  },
  {
    id: 'usage-on-every-chunk',
    group: 'usage',
    status: 'legal',
    title: 'Every chunk counts what there is so far.',
    source: `${reference}#UsageMetadata`,
    fits: (turn) => hasUsage(turn) && parts(turn) > 1,
  },
  {
    id: 'usage-in-own-chunk',
    group: 'usage',
    status: 'legal',
    title: 'usageMetadata comes in a last chunk without candidates.',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10741',
    fits: hasUsage,
  },
  {
    id: 'traffic-type-on-every-chunk',
    group: 'usage',
    status: 'legal',
    title: 'usageMetadata of all chunks but the last holds only trafficType (Vertex AI).',
    source: 'SDK @google/genai, GenerateContentResponseUsageMetadata.trafficType',
    fits: (turn) => hasUsage(turn) && parts(turn) > 1,
  },
  {
    id: 'usage-without-total',
    group: 'usage-total',
    status: 'legal',
    title: 'usageMetadata has no totalTokenCount.',
    source: 'SDK @google/genai, GenerateContentResponseUsageMetadata.totalTokenCount is optional',
    fits: hasUsage,
  },
  {
    id: 'tool-use-tokens',
    group: 'usage-tools',
    status: 'legal',
    title: 'A part of the input is counted as toolUsePromptTokenCount, beside the prompt.',
    source: 'SDK @google/genai, GenerateContentResponseUsageMetadata.toolUsePromptTokenCount',
    fits: ({ usage }) => (usage?.inputTokens ?? 0) > 1,
  },
  {
    id: 'other-candidate',
    group: 'candidates',
    status: 'legal',
    title: 'A second candidate comes with every chunk.',
    source: `${reference}#v1beta.Candidate (index)`,
    fits: (turn) => parts(turn) > 0,
  },
  {
    id: 'no-candidate-index',
    group: 'candidates',
    status: 'legal',
    title: 'The candidate has no index, which proto JSON leaves out when it is 0.',
    source: 'https://protobuf.dev/programming-guides/json/',
    fits: (turn) => parts(turn) > 0,
  },
  {
    id: 'no-role',
    group: 'role',
    status: 'dialect',
    title: 'The content has no role.',
    source: 'https://github.com/FirebaseExtended/vertexai-sdk-test-data (basic-reply-long)',
    fits: (turn) => parts(turn) > 0,
  },
  {
    id: 'unknown-fields',
    group: 'extra-fields',
    status: 'legal',
    title: 'Chunks and candidates carry ratings and fields that nobody knows yet.',
    source: `${reference}#v1beta.GenerateContentResponse`,
    fits: (turn) => parts(turn) > 0,
  },
  {
    id: 'wrapped-in-response',
    group: 'envelope',
    status: 'dialect',
    title: 'Every chunk stands under `response` (Code Assist).',
    source: 'https://github.com/google-gemini/gemini-cli (packages/core/src/code_assist)',
    fits: (turn) => parts(turn) > 0,
  },
  {
    id: 'error-in-array',
    group: 'error',
    status: 'dialect',
    title: 'The error comes in an array, as Vertex AI answers.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/6454',
    fits: ({ finish }) => finish?.reason === 'error',
  },
] as const satisfies readonly Spelling[]

export type SpellingId = (typeof spellings)[number]['id']
