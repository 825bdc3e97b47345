/** Mutants that lose refusals and partial answers, or mix kinds of content. */

import { dropParts, kindTracker, onEachPart, onParts, untilFinish } from '../break-parts.ts'
import { both, declaring, onPayloads } from '../break-input.ts'
import type { Part } from '../../trace/part.ts'
import type { Mutant } from '../mutant.ts'

const reasonings = { 'openai-chat': ['reasoning-content'], 'anthropic-messages': ['thinking'] }
const refusals = { 'openai-chat': ['refusal'], 'openai-responses': ['refusal'] }

function dropKind(kind: string) {
  return onParts(() => {
    const kindOf = kindTracker()
    return (part) => (kindOf(part) === kind ? [] : [part])
  })
}

/** The blocks of one kind come out as another. */
function asKind(from: 'reasoning' | 'refusal' | 'text', to: 'text' | 'reasoning') {
  return onEachPart((part): readonly Part[] => {
    if (part.type === 'block-start' && part.kind === from) return [{ ...part, kind: to }]
    if (part.type === `${from}-delta`) return [{ ...part, type: `${to}-delta` } as Part]
    if (part.type !== 'block-end' || part.block.type !== from) return [part]
    return [{ ...part, block: { type: to, text: (part.block as { text: string }).text } }]
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

export const mixingMutants: readonly Mutant[] = [
  {
    id: 'refusal-dropped',
    breaks: 'refusal-kept',
    title: 'Refusals vanish.',
    source: 'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, openai-completions)',
    level: 'parts',
    shownBy: refusals,
    apply: dropKind('refusal'),
  },
  {
    id: 'refusal-as-text',
    breaks: 'refusal-kept',
    title: 'A refusal comes out as if it were an answer.',
    level: 'parts',
    shownBy: refusals,
    apply: asKind('refusal', 'text'),
  },
  {
    id: 'declared-text-of-a-refusal-lost',
    breaks: 'refusal-kept',
    title: 'The driver says that refusals come as text, and the first delta is lost.',
    level: 'parts',
    shownBy: { 'openai-chat': ['refusal'] },
    apply: both(both(asKind('refusal', 'text'), dropFirst('text-delta')), declaring({ refusal: 'as-text' })),
  },
  {
    id: 'thoughts-as-text',
    breaks: 'no-cross-talk',
    title: 'Thoughts come out as text, since their flag is not looked at.',
    source: 'https://ai.google.dev/gemini-api/docs/thinking',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { gemini: ['reasoning'] },
    apply: onPayloads(() => (chunk) => [
      JSON.parse(JSON.stringify(chunk).replaceAll('"thought":true', '"thought":false')),
    ]),
  },
  {
    id: 'arguments-as-text',
    breaks: 'no-cross-talk',
    title: 'Arguments come out as text.',
    source: 'https://github.com/continuedev/continue/issues/13225',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call-after-text'], mistral: ['tool-call-after-text'] },
    apply: onParts(() => {
      let text: number | undefined
      return (part) => {
        if (part.type === 'text-delta') text ??= part.index
        if (part.type !== 'tool-call-delta' || text === undefined) return [part]
        return [{ type: 'text-delta', index: text, text: part.argumentsDelta }]
      }
    }),
  },
  {
    id: 'text-as-reasoning',
    breaks: 'no-cross-talk',
    title: 'The answer behind a reasoning comes out as reasoning.',
    level: 'parts',
    shownBy: reasonings,
    apply: asKind('text', 'reasoning'),
  },
  {
    id: 'text-held-until-success',
    breaks: 'partial-kept',
    title: 'Text is told only when the answer ended well.',
    level: 'parts',
    shownBy: { 'openai-chat': ['error-in-band', 'cut-in-text'], mistral: ['cut-in-text'] },
    apply: untilFinish(
      (part) => part.type === 'text-delta',
      (held, finish) => (finish.reason === 'error' ? [finish] : [...held, finish]),
    ),
  },
  {
    id: 'call-dropped-at-a-cut',
    breaks: 'partial-kept',
    title: 'The fragments of a call that was cut are dropped.',
    level: 'parts',
    shownBy: { 'openai-chat': ['cut-in-arguments'], 'anthropic-messages': ['cut-in-arguments'] },
    apply: untilFinish(
      (part) => part.type === 'tool-call-delta',
      (held, finish) => (finish.reason === 'error' ? [finish] : [...held, finish]),
    ),
  },
  {
    id: 'error-note-in-the-text',
    breaks: 'partial-kept',
    title: 'A note about the error is appended to the text.',
    level: 'parts',
    shownBy: { gemini: ['error-in-band'], 'openai-responses': ['error-in-band'] },
    apply: onParts(() => {
      let text: number | undefined
      return (part) => {
        if (part.type === 'text-delta') text ??= part.index
        if (part.type !== 'block-end' || part.index !== text || part.block.type !== 'text') return [part]
        const said = ' [error]'
        const block = { type: 'text' as const, text: part.block.text + said }
        return [
          { type: 'text-delta', index: part.index, text: said },
          { ...part, block },
        ]
      }
    }),
  },
  {
    id: 'broken-stream-loses-its-text',
    breaks: 'partial-kept',
    title: 'The text of a stream that broke is dropped.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['reset-in-text', 'cut-in-text'] },
    apply: dropParts((part) => part.type === 'text-delta'),
  },
]
