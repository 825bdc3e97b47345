/** The ways chat completions servers write finish, usage, envelope and errors, each with where it was seen. Not here: what comes before (spellings-of-content.ts, spellings-of-calls.ts). */

import { inGroup } from './spelling-table.ts'
import * as facts from './turn-facts.ts'

const finish = inGroup('finish')
const pending = inGroup('pending-finish')
const usage = inGroup('usage')
const usageFields = inGroup('usage-fields')
const envelope = inGroup('envelope')
const names = inGroup('event-names')
const json = inGroup('json')
const error = inGroup('error')
const end = inGroup('terminator')

const openai = 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming'
const vercel = 'https://github.com/vercel/ai'
const litellm = 'https://github.com/BerriAI/litellm'
const pi = 'https://github.com/badlogic/pi-mono'

export const endSpellings = [
  finish(
    'legal',
    'finish-with-content',
    'The finish reason stands on the last chunk with content.',
    `${vercel}, packages/moonshotai/src/__fixtures__`,
    facts.hasFinishedContent,
  ),
  finish(
    'dialect',
    'finish-before-content',
    'The finish reason comes before the last content.',
    'a bend of the rules',
    facts.hasFinishedContent,
  ),
  finish(
    'dialect',
    'finish-repeated',
    'The chunk with the finish reason comes twice.',
    'https://github.com/sgl-project/sglang/issues/8417',
    facts.hasFinish,
  ),
  finish(
    'dialect',
    'finish-delta-null',
    'The delta of the last chunk is null.',
    'a bend of the rules, after https://github.com/openai/openai-node/issues/1982',
    facts.hasFinish,
  ),
  finish(
    'dialect',
    'finish-delta-absent',
    'The last chunk has no delta.',
    'https://github.com/openai/openai-node/issues/1982',
    facts.hasFinish,
  ),

  pending(
    'dialect',
    'pending-finish-empty',
    'The finish reason is an empty text until it is known.',
    'https://github.com/ollama/ollama/issues/4357',
    facts.hasChunks,
  ),
  pending(
    'dialect',
    'pending-finish-absent',
    'The finish reason is absent until it is known.',
    `${vercel}, packages/cerebras/src/__fixtures__ and packages/xai/src/__fixtures__`,
    facts.hasChunks,
  ),

  usage(
    'legal',
    'usage-null-before',
    'Every earlier chunk has null usage.',
    `${openai} (stream_options.include_usage)`,
    facts.hasUsageChunk,
  ),
  usage(
    'legal',
    'usage-everywhere',
    'Every chunk has the usage so far.',
    'https://docs.vllm.ai, continuous_usage_stats; https://github.com/cline/cline/issues/10148',
    facts.hasUsage,
  ),
  usage(
    'legal',
    'usage-on-finish',
    'Usage stands on the chunk with the finish reason.',
    `${vercel}, packages/deepseek/src/__fixtures__ and packages/groq/src/__fixtures__`,
    facts.hasUsageChunk,
  ),
  usage(
    'legal',
    'usage-twice',
    'Usage stands on the chunk with the finish reason and again behind it.',
    'https://github.com/langchain-ai/langchainjs/issues/11054',
    facts.hasUsageChunk,
  ),
  usage(
    'dialect',
    'usage-in-choice',
    'Usage stands inside the choice.',
    `${vercel}/pull/7925; ${pi}/issues/2017`,
    facts.hasUsage,
  ),
  usage(
    'dialect',
    'usage-in-x-groq',
    'Usage stands in `x_groq`.',
    'https://github.com/groq/groq-typescript, ChatCompletionChunk.XGroq',
    facts.hasUsage,
  ),
  usage(
    'dialect',
    'usage-with-choice',
    'The chunk with usage has an empty choice.',
    `${litellm}/issues/28736`,
    facts.hasUsageChunk,
  ),

  usageFields(
    'legal',
    'usage-extras',
    'Usage has cost and queue time.',
    `${vercel}/pull/12250`,
    facts.hasUsage,
  ),
  usageFields(
    'dialect',
    'usage-cache-hits',
    'Cached tokens are `prompt_cache_hit_tokens`.',
    'https://api-docs.deepseek.com/guides/kv_cache',
    facts.hasCachedTokens,
  ),
  usageFields(
    'dialect',
    'usage-cached-tokens',
    'Cached tokens are `usage.cached_tokens`.',
    'https://platform.moonshot.ai/docs/api/chat',
    facts.hasCachedTokens,
  ),

  envelope(
    'legal',
    'unknown-fields',
    'Chunks and choices have fields beside the known ones.',
    `${openai} (obfuscation, service_tier, logprobs)`,
    facts.hasChunks,
  ),
  envelope(
    'dialect',
    'bare-envelope',
    'Chunks have no object and no created.',
    `${vercel}, packages/moonshotai/src/__fixtures__ (no object)`,
    facts.hasChunks,
  ),

  names(
    'legal',
    'named-chunks',
    'Chunks have an event name.',
    'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
    facts.hasChunks,
  ),

  json(
    'legal',
    'escaped-json',
    'All but ASCII is escaped.',
    'https://docs.python.org/3/library/json.html (ensure_ascii)',
    facts.hasChunks,
  ),
  json(
    'legal',
    'sorted-keys',
    'Keys stand in alphabetical order.',
    'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    facts.hasChunks,
  ),

  error(
    'legal',
    'error-named',
    'The event with the error is named `error`.',
    'https://github.com/pydantic/pydantic-ai, tests/models (recordings of Groq)',
    facts.isFailed,
  ),
  error('legal', 'error-then-done', '[DONE] follows the error.', `${vercel}/pull/17230`, facts.isFailed),
  error(
    'dialect',
    'error-bare',
    'The fields of the error stand in the payload itself.',
    'https://github.com/vllm-project/vllm, vllm/entrypoints/openai/protocol.py (ErrorResponse)',
    facts.isFailed,
  ),

  end(
    'dialect',
    'done-named',
    'The event with [DONE] is named `done`.',
    'a bend of the rules, after https://github.com/openai/openai-node/blob/master/src/core/streaming.ts',
    facts.isClosed,
  ),
] as const
