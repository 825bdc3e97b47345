/** Situations of chat completions about reasoning, beside text and calls. Not here: text alone (situations-of-text.ts). */

import type { Situation } from '../situation.ts'
import { call, counts, finish, reasoning, said, text } from '../situation-turns.ts'

const stop = finish('stop', 'stop')
const thought = [reasoning('Let me think.'), text('Hello there')]

export const reasoningSituations: readonly Situation[] = [
  {
    id: 'reasoning-content-then-text',
    status: 'legal',
    title: 'Reasoning in `reasoning_content`, then text',
    source: 'https://github.com/vercel/ai/pull/11751',
    must: 'Reasoning and text, each in its own block, and the reasoning has ended where the text begins or later.',
    turn: said(thought, stop, { usage: counts }),
    fragments: [4],
  },
  {
    id: 'reasoning-field-then-text',
    status: 'legal',
    title: 'Reasoning in `reasoning`, then text',
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    must: 'The same as with `reasoning_content`.',
    turn: said(thought, stop, { usage: counts }),
    spellings: ['reasoning-field'],
    fragments: [4],
  },
  {
    id: 'reasoning-text-then-text',
    status: 'dialect',
    title: 'Reasoning in `reasoning_text`, then text',
    source:
      'https://github.com/earendil-works/pi, packages/ai/src/api/openai-completions.ts (reasoning_text)',
    must: 'Text is text; reasoning, if it is read at all, is reasoning.',
    turn: said(thought, stop),
    spellings: ['reasoning-text'],
  },
  {
    id: 'reasoning-in-two-fields',
    status: 'dialect',
    title: 'The same reasoning in two fields of each delta',
    source: 'https://github.com/badlogic/pi-mono/blob/main/packages/ai/CHANGELOG.md',
    must: 'The reasoning once.',
    turn: said([reasoning('think'), text('answer')], stop),
    spellings: ['reasoning-twice'],
    fragments: [3],
  },
  {
    id: 'text-and-thinking-in-typed-parts',
    status: 'dialect',
    title: '`delta.content` is a list of typed parts',
    source: 'https://docs.mistral.ai/capabilities/reasoning',
    must: 'Thinking parts are reasoning, text parts are text.',
    turn: said([reasoning('hmm'), text('answer')], stop),
    spellings: ['thinking-parts', 'text-parts'],
  },
  {
    id: 'reasoning-and-text-alternate',
    status: 'legal',
    title: 'Reasoning, text, reasoning, text',
    source: 'https://api-docs.deepseek.com/guides/reasoning_model',
    must: 'All of the reasoning and all of the text, none in the place of the other.',
    turn: said([reasoning('first second'), text('one two')], stop),
    spellings: ['prose-alternating'],
    fragments: [6, 6],
  },
  {
    id: 'reasoning-and-text-in-one-delta',
    status: 'legal',
    title: 'One delta has reasoning and text',
    source:
      'https://github.com/earendil-works/pi, packages/ai/src/api/openai-completions.ts (LiteLLM joins them)',
    must: 'Both are kept.',
    turn: said(thought, stop),
    spellings: ['prose-together'],
    fragments: [5],
  },
  {
    id: 'empty-content-beside-reasoning',
    status: 'legal',
    title: 'Deltas with reasoning have an empty `content`',
    source: 'https://github.com/vercel/ai/pull/7772',
    must: 'No text before the text, and all of the reasoning.',
    turn: said([reasoning('think'), text('answer')], stop),
    spellings: ['content-everywhere'],
    fragments: [3],
  },
  {
    id: 'empty-call-list-beside-reasoning',
    status: 'dialect',
    title: 'Deltas with reasoning have an empty `tool_calls`',
    source: 'https://github.com/vercel/ai, packages/openai-compatible/CHANGELOG.md 2.0.75',
    must: 'One block of reasoning, and no call.',
    turn: said([reasoning('think'), text('answer')], stop),
    spellings: ['calls-everywhere'],
    fragments: [3],
  },
  {
    id: 'empty-call-list-beside-reasoning-field',
    status: 'dialect',
    title: 'Deltas with `reasoning` have an empty `tool_calls`',
    source: 'https://github.com/vercel/ai, packages/groq/CHANGELOG.md 3.0.66',
    must: 'One block of reasoning, and no call.',
    turn: said([reasoning('think'), text('answer')], stop),
    spellings: ['calls-everywhere', 'reasoning-field'],
    fragments: [3],
  },
  {
    id: 'reasoning-then-calls',
    status: 'legal',
    title: 'Reasoning before a tool call, no text',
    source: 'https://github.com/langchain-ai/langchainjs/issues/9816',
    must: 'The reasoning and the call, and a finish that says so.',
    turn: said(
      [reasoning('I need the weather.'), call('{"city":"Paris"}')],
      finish('tool-calls', 'tool_calls'),
    ),
    fragments: [7],
  },
  {
    id: 'unused-fields-null',
    status: 'dialect',
    title: 'Fields that a delta does not use are null',
    source: 'https://github.com/vllm-project/vllm, vllm/entrypoints/openai/protocol.py (DeltaMessage)',
    must: 'The same as without these fields.',
    turn: said(
      [reasoning('think'), text('Hello'), call('{"city":"Paris"}')],
      finish('tool-calls', 'tool_calls'),
    ),
    spellings: ['nulls-everywhere'],
    fragments: [4],
  },
]
