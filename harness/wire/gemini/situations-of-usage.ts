/** Situations of streamGenerateContent about token counts. */

import type { Situation } from '../situation.ts'
import { finish, reasoning, said, text } from '../situation-turns.ts'
import { chunk } from './situation-chunks.ts'

const stop = finish('stop', 'STOP')
const full = { inputTokens: 36, cacheReadTokens: 64, outputTokens: 20, reasoningTokens: 7 }
const hello = said([text('Hello')], stop, { usage: full })
const thought = [reasoning('Let me think.'), text('Hello')]

export const usageSituations: readonly Situation[] = [
  {
    id: 'usage-in-its-own-chunk',
    status: 'legal',
    title: 'The last chunk has counts and no candidates',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10741',
    must: 'The counts are read, and the finish before them.',
    turn: hello,
    spellings: ['usage-in-own-chunk'],
  },
  {
    id: 'usage-of-traffic-type-alone',
    status: 'legal',
    title: 'Chunks before the last count nothing but say a traffic type (Vertex AI)',
    source: 'https://github.com/googleapis/js-genai, GenerateContentResponseUsageMetadata.trafficType',
    must: 'The counts of the last chunk.',
    turn: said(thought, stop, { usage: full }),
    spellings: ['traffic-type-on-every-chunk'],
    fragments: [2],
  },
  {
    id: 'usage-without-total',
    status: 'legal',
    title: 'Counts without their total',
    source: 'https://github.com/googleapis/js-genai, GenerateContentResponseUsageMetadata.totalTokenCount',
    must: 'The counts.',
    turn: hello,
    spellings: ['usage-without-total'],
  },
  {
    id: 'usage-with-tool-use-tokens',
    status: 'legal',
    title: 'A part of the input is counted as toolUsePromptTokenCount',
    source: 'https://github.com/vercel/ai, packages/google/CHANGELOG.md 4.0.75',
    must: 'The input with these tokens or without them; never counted twice.',
    turn: said([text('Hello')], stop, { usage: { inputTokens: 100, outputTokens: 5 } }),
    events: [
      chunk(
        [{ text: 'Hello' }],
        { finishReason: 'STOP' },
        {
          usageMetadata: {
            promptTokenCount: 10,
            toolUsePromptTokenCount: 90,
            candidatesTokenCount: 5,
            totalTokenCount: 105,
          },
        },
      ),
    ],
  },
  {
    id: 'usage-total-one-less-than-the-sum',
    status: 'dialect',
    title: 'The total is one less than the sum of its parts',
    source: 'https://github.com/googleapis/js-genai, GenerateContentResponseUsageMetadata.totalTokenCount',
    must: 'An end without a crash; what counts is told as the provider told it.',
    turn: said([text('Hello')], stop, { usage: { contradiction: 'the total is not the sum' } }),
    events: [
      chunk(
        [{ text: 'Hello' }],
        { finishReason: 'STOP' },
        {
          usageMetadata: {
            promptTokenCount: 10,
            candidatesTokenCount: 5,
            thoughtsTokenCount: 7,
            totalTokenCount: 21,
          },
        },
      ),
    ],
  },
]
