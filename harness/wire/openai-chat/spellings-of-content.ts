/** The ways chat completions servers write prose and the chunks around it, each with where it was seen. Not here: tool calls (spellings-of-calls.ts), ends, usage and envelopes (spellings-of-ends.ts). */

import { inGroup } from './spelling-table.ts'
import * as facts from './turn-facts.ts'

const reasoning = inGroup('reasoning')
const content = inGroup('content')
const prose = inGroup('prose-order')
const start = inGroup('start')
const before = inGroup('preamble')
const beside = inGroup('delta-fields')
const between = inGroup('between')

const openai = 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming'
const openrouter = 'https://openrouter.ai/docs/api-reference'
const azure = 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-streaming'
const vercel = 'https://github.com/vercel/ai'
const pi = 'https://github.com/badlogic/pi-mono'

export const contentSpellings = [
  reasoning(
    'legal',
    'reasoning-field',
    'Reasoning stands in `reasoning`.',
    `${openrouter}/overview`,
    facts.has('reasoning'),
  ),
  reasoning(
    'dialect',
    'reasoning-twice',
    'Reasoning stands in two fields.',
    `${pi}, packages/ai/CHANGELOG.md 0.31.0`,
    facts.has('reasoning'),
  ),
  reasoning(
    'dialect',
    'reasoning-text',
    'Reasoning stands in `reasoning_text`.',
    'https://github.com/earendil-works/pi, packages/ai/src/api/openai-completions.ts (reasoning_text)',
    facts.has('reasoning'),
  ),
  reasoning(
    'dialect',
    'thinking-parts',
    'Reasoning stands in typed parts of `content`.',
    'https://docs.mistral.ai/capabilities/reasoning',
    facts.has('reasoning'),
  ),

  content(
    'dialect',
    'text-parts',
    'Text stands in typed parts of `content`.',
    'https://docs.mistral.ai/capabilities/reasoning',
    facts.has('text'),
  ),

  prose(
    'legal',
    'prose-together',
    'One delta has pieces of reasoning, text and refusal.',
    'https://github.com/earendil-works/pi, packages/ai/src/api/openai-completions.ts (LiteLLM joins them)',
    facts.hasMixedProse,
  ),
  prose(
    'legal',
    'prose-alternating',
    'Pieces of reasoning, text and refusal take turns.',
    'https://api-docs.deepseek.com/guides/reasoning_model (fields of their own)',
    facts.hasMixedProse,
  ),

  start(
    'legal',
    'role-with-content',
    'The role stands beside the first content.',
    `${vercel}, packages/xai/src/__fixtures__ and packages/moonshotai/src/__fixtures__`,
    facts.hasContent,
  ),
  start(
    'legal',
    'role-everywhere',
    'Every delta has the role.',
    `${vercel}, packages/perplexity/src/__fixtures__ and packages/azure/src/__fixtures__`,
    facts.hasContent,
  ),
  start(
    'legal',
    'start-null-content',
    'The first delta has the role and null content.',
    `${openai} (content is nullable)`,
    facts.hasChunks,
  ),
  start(
    'dialect',
    'role-empty',
    'Every delta has an empty role.',
    `${vercel}/issues/15464`,
    facts.hasContent,
  ),

  before(
    'legal',
    'prompt-filter-first',
    'A chunk without choices, id and model comes first.',
    `${azure}; ${vercel}/issues/9966`,
    facts.hasChunks,
  ),

  beside(
    'legal',
    'content-everywhere',
    'Deltas without content have an empty one.',
    `${vercel}/issues/7772`,
    facts.hasContent,
  ),
  beside(
    'dialect',
    'calls-everywhere',
    'Deltas without calls have an empty list of them.',
    `${vercel}, packages/openai-compatible/CHANGELOG.md 2.0.75`,
    facts.hasContent,
  ),
  beside(
    'dialect',
    'nulls-everywhere',
    'Fields that a delta does not use are null.',
    'https://github.com/vllm-project/vllm, vllm/entrypoints/openai/protocol.py (DeltaMessage)',
    facts.hasContent,
  ),

  between(
    'legal',
    'filter-results',
    'A chunk whose choice has filter results and no delta follows the content.',
    `${azure}; https://github.com/openai/openai-node/issues/1982`,
    facts.hasContent,
  ),
  between(
    'legal',
    'second-choice',
    'Chunks of a second choice stand between those of the first.',
    `${openai} (n > 1)`,
    facts.hasContent,
  ),
  between(
    'legal',
    'second-choice-beside',
    'Every chunk has a second choice before the first.',
    `${openai} (n > 1)`,
    facts.hasContent,
  ),
] as const
