/** Mutants of text, reasoning and refusals. */

import { kindTracker, onParts, onPartsOf } from '../break-parts.ts'
import { onChatDeltas, onPayloads, type Json } from '../break-input.ts'
import type { Part } from '../../trace/part.ts'
import type { Mutant } from '../mutant.ts'

const texts = { 'openai-chat': ['text'], 'bedrock-converse': ['text'] }
const reasonings = { 'openai-chat': ['reasoning-content'], 'anthropic-messages': ['thinking'] }

function dropKind(kind: string) {
  return onParts(() => {
    const kindOf = kindTracker()
    return (part) => (kindOf(part) === kind ? [] : [part])
  })
}

/** Deletes the first of something in each stream. */
function dropFirst(type: Part['type']) {
  return onParts(() => {
    let isDropped = false
    return (part) => {
      if (part.type !== type || isDropped) return [part]
      isDropped = true
      return []
    }
  })
}

export const proseMutants: readonly Mutant[] = [
  {
    id: 'first-delta-lost',
    breaks: 'text-complete',
    title: 'The text that a block starts with is lost.',
    source: 'https://github.com/vercel/ai, packages/anthropic over text in content_block_start',
    level: 'parts',
    shownBy: texts,
    apply: dropFirst('text-delta'),
  },
  {
    id: 'content-beside-the-finish-lost',
    breaks: 'text-complete',
    title: 'Content on the chunk with the finish reason is lost.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['finish-with-content'] },
    apply: onChatDeltas(() => (delta, choice) => {
      if (choice['finish_reason']) delete delta['content']
    }),
  },
  {
    id: 'text-told-twice',
    breaks: 'text-complete',
    title: 'The end of a text repeats all of it as a delta.',
    level: 'parts',
    shownBy: texts,
    apply: onPartsOf('block-end', (part) =>
      part.block.type === 'text'
        ? [{ type: 'text-delta', index: part.index, text: part.block.text }, part]
        : [part],
    ),
  },
  {
    id: 'deltas-trimmed',
    breaks: 'text-complete',
    title: 'White space at the ends of deltas is trimmed.',
    level: 'parts',
    origin: 'openai-events',
    shownBy: { 'openai-chat': ['text'] },
    apply: onPartsOf('text-delta', (part) => [{ ...part, text: part.text.trim() }]),
  },
  {
    id: 'choices-mixed',
    breaks: 'text-complete',
    title: 'A second choice comes out as part of the first.',
    source: 'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, n = 2)',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['two-choices'] },
    apply: onPayloads(() => (chunk) => {
      for (const choice of (chunk['choices'] ?? []) as Json[]) choice['index'] = 0
      return [chunk]
    }),
  },
  {
    id: 'surrogate-halves-replaced',
    breaks: 'text-complete',
    title: 'A character whose halves come in two deltas is lost.',
    level: 'parts',
    shownBy: { 'openai-chat': ['split-surrogates'] },
    apply: onPartsOf('text-delta', (part) => [{ ...part, text: part.text.toWellFormed() }]),
  },
  {
    id: 'null-content-told',
    breaks: 'text-complete',
    title: 'Content that is null comes out as a word.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['null-content'] },
    apply: onChatDeltas(() => (delta) => {
      if (delta['content'] === null) delta['content'] = 'null'
    }),
  },
  {
    id: 'block-end-with-other-text',
    breaks: 'text-complete',
    title: 'A text ends with its last delta instead of all of it.',
    level: 'parts',
    origin: 'pi-ai',
    shownBy: { 'anthropic-messages': ['text'] },
    apply: onParts(() => {
      let last = ''
      return (part) => {
        if (part.type === 'text-delta') last = part.text
        if (part.type !== 'block-end' || part.block.type !== 'text') return [part]
        return [{ ...part, block: { type: 'text', text: last } }]
      }
    }),
  },
  {
    id: 'reasoning-dropped',
    breaks: 'reasoning-kept',
    title: 'Reasoning is dropped.',
    source: 'https://github.com/openai/openai-node, ChatCompletionStream over reasoning_content',
    level: 'parts',
    shownBy: reasonings,
    apply: dropKind('reasoning'),
  },
  {
    id: 'signature-lost',
    breaks: 'reasoning-kept',
    title: 'The signature of a reasoning is lost.',
    level: 'parts',
    shownBy: { 'anthropic-messages': ['thinking'], 'bedrock-converse': ['reasoning'] },
    apply: onPartsOf('block-end', (part) => {
      if (part.block.type !== 'reasoning') return [part]
      const { signature: _, ...block } = part.block
      return [{ ...part, block }]
    }),
  },
  {
    id: 'reasoning-field-unknown',
    breaks: 'reasoning-kept',
    title: 'Reasoning is read from one of the fields that servers use.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['reasoning-field'] },
    apply: onChatDeltas(() => (delta) => {
      delete delta['reasoning']
    }),
  },
  {
    id: 'last-thought-lost',
    breaks: 'reasoning-kept',
    title: 'The last delta of the reasoning is lost.',
    level: 'parts',
    shownBy: { gemini: ['reasoning'], mistral: ['reasoning'] },
    apply: onParts(() => {
      let held: Part | undefined
      return (part) => {
        if (part.type !== 'reasoning-delta') return [part]
        const before = held
        held = part
        return before ? [before] : []
      }
    }),
  },
]
