/** Mutants of ends: blocks that stay open, finishes at the wrong place. */

import { dropParts, onFinish, onParts, untilFinish } from '../break-parts.ts'
import type { Part } from '../../trace/part.ts'
import type { Mutant } from '../mutant.ts'

const texts = { 'openai-chat': ['text', 'text-unicode'], gemini: ['text'] }

export const finishMutants: readonly Mutant[] = [
  {
    id: 'text-never-ends',
    breaks: 'blocks-closed',
    title: 'Text has no end.',
    level: 'parts',
    shownBy: { 'openai-responses': ['text'], mistral: ['text'] },
    apply: dropParts((part) => part.type === 'block-end' && part.block.type === 'text'),
  },
  {
    id: 'reasoning-never-ends',
    breaks: 'blocks-closed',
    title: 'Reasoning has no end.',
    level: 'parts',
    shownBy: { gemini: ['reasoning'], 'bedrock-converse': ['reasoning'] },
    apply: dropParts((part) => part.type === 'block-end' && part.block.type === 'reasoning'),
  },
  {
    id: 'call-stays-open',
    breaks: 'blocks-closed',
    title: 'Calls have no end although the provider finished.',
    level: 'parts',
    shownBy: { 'bedrock-converse': ['tool-call'], 'pi-ai-events': ['tool-calls'] },
    apply: dropParts((part) => part.type === 'block-end' && part.block.type === 'tool-call'),
  },
  {
    id: 'text-open-at-an-error',
    breaks: 'blocks-closed',
    title: 'At an error the text stays open.',
    level: 'parts',
    shownBy: { 'openai-chat': ['error-in-band'], 'anthropic-messages': ['error-overloaded'] },
    apply: untilFinish(
      (part) => part.type === 'block-end',
      (held, finish) => (finish.reason === 'error' ? [finish] : [...held, finish]),
    ),
  },
  {
    id: 'finish-before-the-last-delta',
    breaks: 'finish-last',
    title: 'The finish comes before the last delta and what ends its block.',
    source: 'https://github.com/openai/openai-node, ChatCompletionStream over a chunk behind finish_reason',
    level: 'parts',
    shownBy: texts,
    apply: onParts(() => {
      let held: Part[] = []
      return (part) => {
        if (part.type === 'text-delta' || part.type === 'block-end') {
          const before = held
          held = part.type === 'block-end' ? [...held, part] : [part]
          return part.type === 'block-end' ? [] : before
        }
        return part.type === 'finish' ? [part, ...held] : [part]
      }
    }),
  },
  {
    id: 'calls-behind-the-finish',
    breaks: 'finish-last',
    title: 'Calls are told behind the finish.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['tool-call'] },
    apply: onParts(() => {
      const held: Part[] = []
      return (part) => {
        if (part.type === 'finish') return [part, ...held.splice(0)]
        if (part.type !== 'block-end') return [part]
        held.push(part)
        return []
      }
    }),
  },
  {
    id: 'finish-twice',
    breaks: 'finish-once',
    title: 'The finish comes twice.',
    source: 'https://github.com/sgl-project/sglang/issues/8417',
    level: 'parts',
    shownBy: texts,
    apply: onFinish((finish) => [finish, finish]),
  },
  {
    id: 'no-finish',
    breaks: 'finish-once',
    title: 'A stream that ended well has no finish.',
    source: 'https://github.com/vercel/ai/issues/19169',
    level: 'parts',
    shownBy: { 'anthropic-messages': ['text'], 'pi-ai-events': ['text'] },
    apply: onFinish((finish) => (finish.reason === 'error' ? [finish] : [])),
  },
  {
    id: 'stop-behind-the-error',
    breaks: 'finish-once',
    title: 'Behind the error of a failed answer a stop follows.',
    level: 'parts',
    shownBy: { gemini: ['error-in-band'], 'anthropic-messages': ['error-overloaded'] },
    apply: onFinish((finish) =>
      finish.reason === 'error' ? [finish, { type: 'finish', reason: 'stop' }] : [finish],
    ),
  },
]
