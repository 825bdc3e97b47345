/** Situations of chat completions about token counts. */

import type { Situation } from '../situation.ts'
import { finish, said, text } from '../situation-turns.ts'
import { chunk, done, meta, role, usageChunk } from './situation-chunks.ts'

const stop = finish('stop', 'stop')
const full = { inputTokens: 36, cacheReadTokens: 64, outputTokens: 20, reasoningTokens: 8 }
const hello = said([text('Hello')], stop, { usage: full })

export const usageSituations: readonly Situation[] = [
  {
    id: 'usage-with-cache-and-reasoning',
    status: 'legal',
    title: 'Usage with cached and reasoning tokens',
    source: 'https://platform.openai.com/docs/guides/prompt-caching',
    must: 'Each count once: the cache is a part of the prompt, reasoning a part of the completion.',
    turn: hello,
  },
  {
    id: 'usage-mostly-reasoning',
    status: 'legal',
    title: 'Nearly all of the completion is reasoning',
    source: 'https://github.com/vercel/ai/issues/11487',
    must: '95 tokens came out, 89 of them reasoning; not 184.',
    turn: said([text('Hello')], stop, { usage: { inputTokens: 10, outputTokens: 95, reasoningTokens: 89 } }),
  },
  {
    id: 'usage-on-every-chunk',
    status: 'legal',
    title: 'Every chunk has the usage so far',
    source: 'https://github.com/cline/cline/issues/10148',
    must: 'The last counts, not their sum.',
    turn: hello,
    spellings: ['usage-everywhere'],
    fragments: [2],
  },
  {
    id: 'usage-null-before',
    status: 'legal',
    title: 'Every chunk before the last has null usage',
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/3221',
    must: 'The counts of the last chunk; null counts nothing.',
    turn: hello,
    spellings: ['usage-null-before'],
    fragments: [2],
  },
  {
    id: 'usage-on-the-finish-chunk',
    status: 'legal',
    title: 'Usage stands on the chunk with the finish reason',
    source: 'https://github.com/vercel/ai, packages/deepseek/src/__fixtures__',
    must: 'The counts.',
    turn: hello,
    spellings: ['usage-on-finish'],
  },
  {
    id: 'usage-in-the-choice',
    status: 'dialect',
    title: 'Usage stands inside the choice',
    source: 'https://github.com/vercel/ai/pull/7925',
    must: 'The counts if they are read at all, and never others.',
    turn: hello,
    spellings: ['usage-in-choice'],
  },
  {
    id: 'usage-in-x-groq',
    status: 'dialect',
    title: 'Usage stands in `x_groq`',
    source: 'https://github.com/vercel/ai/pull/17117',
    must: 'The counts if they are read at all, and never others.',
    turn: hello,
    spellings: ['usage-in-x-groq'],
  },
  {
    id: 'usage-beside-an-empty-choice',
    status: 'dialect',
    title: 'The chunk with usage has a choice without content',
    source: 'https://github.com/BerriAI/litellm/issues/28736',
    must: 'The counts once.',
    turn: hello,
    spellings: ['usage-with-choice'],
  },
  {
    id: 'usage-cache-hit-tokens',
    status: 'dialect',
    title: 'Cached tokens are `prompt_cache_hit_tokens`',
    source: 'https://api-docs.deepseek.com/guides/kv_cache',
    must: 'Cached tokens, if they are read at all, are a part of the prompt.',
    turn: hello,
    spellings: ['usage-cache-hits'],
  },
  {
    id: 'usage-cached-tokens-at-the-top',
    status: 'dialect',
    title: 'Cached tokens are `usage.cached_tokens`',
    source: 'https://platform.moonshot.ai/docs/api/chat',
    must: 'Cached tokens, if they are read at all, are a part of the prompt.',
    turn: hello,
    spellings: ['usage-cached-tokens'],
  },
  {
    id: 'usage-with-unknown-fields',
    status: 'legal',
    title: 'Usage has cost and queue time',
    source: 'https://github.com/vercel/ai/pull/12250',
    must: 'The counts without change.',
    turn: hello,
    spellings: ['usage-extras'],
  },
  {
    id: 'usage-reasoning-exceeds-completion',
    status: 'dialect',
    title: 'More reasoning tokens than completion tokens',
    source: 'https://github.com/vercel/ai/issues/18614',
    must: 'No negative count.',
    turn: said([text('Hello')], stop, {
      meta,
      usage: { contradiction: 'more reasoning than output tokens' },
    }),
    events: [
      role,
      chunk({ content: 'Hello' }),
      chunk({}, 'stop'),
      usageChunk(10, 5, { completion_tokens_details: { reasoning_tokens: 9 } }),
      done,
    ],
  },
  {
    id: 'usage-total-is-not-the-sum',
    status: 'dialect',
    title: 'The total of the usage is not the sum of its parts',
    source: 'https://docs.x.ai/docs/guides/reasoning',
    must: 'An end without a crash; what counts is told as the provider told it.',
    turn: said([text('Hello')], stop, { meta, usage: { contradiction: 'the total is not the sum' } }),
    events: [
      role,
      chunk({ content: 'Hello' }),
      chunk({}, 'stop'),
      usageChunk(10, 5, { total_tokens: 24 }),
      done,
    ],
  },
]
