/** Mutants of how an answer ends: finish words, errors, cuts. */

import { onEachPart, onFinish, onParts, type Apply, without } from '../break-parts.ts'
import { declaring } from '../break-input.ts'
import type { FinishReason } from '../../turn/turn.ts'
import type { Mutant } from '../mutant.ts'

const cuts = {
  'openai-chat': ['cut-in-text'],
  'anthropic-messages': ['cut-in-text'],
  gemini: ['cut-in-text'],
}

function reasonAs(from: FinishReason, to: FinishReason): Apply {
  return onFinish((finish) => {
    if (finish.reason !== from) return [finish]
    const { failure: _, ...rest } = finish
    return [{ ...rest, reason: to }]
  })
}

/** Cut streams, which a failure TRANSPORT ends, end otherwise. */
function cutAs(reason: FinishReason | undefined): Apply {
  return onFinish((finish) => {
    if (finish.failure?.code !== 'TRANSPORT') return [finish]
    return reason === undefined ? [] : [{ type: 'finish', reason }]
  })
}

export const endMutants: readonly Mutant[] = [
  {
    id: 'limit-as-stop',
    breaks: 'finish-reason',
    title: 'An answer that the token limit cut ends as a stop.',
    level: 'parts',
    shownBy: { 'openai-chat': ['length'], 'anthropic-messages': ['max-tokens'], gemini: ['length'] },
    apply: reasonAs('max-tokens', 'stop'),
  },
  {
    id: 'refusal-unmapped',
    breaks: 'finish-reason',
    title: 'The stop reason `refusal` is unknown.',
    source: 'https://github.com/vercel/ai/pull/8412',
    level: 'parts',
    shownBy: { 'anthropic-messages': ['refusal'] },
    apply: reasonAs('content-filter', 'other'),
  },
  {
    id: 'filter-as-stop',
    breaks: 'finish-reason',
    title: 'An answer that a filter cut ends as a stop.',
    level: 'parts',
    shownBy: { 'openai-chat': ['content-filter'], 'bedrock-converse': ['content-filter'] },
    apply: reasonAs('content-filter', 'stop'),
  },
  {
    id: 'calls-go-before-the-limit',
    breaks: 'finish-reason',
    title: 'With a call in it, an answer that the limit cut ends as one that wants tools run.',
    source: 'https://github.com/earendil-works/pi/issues/8059',
    level: 'parts',
    shownBy: { 'openai-chat': ['length-inside-arguments'], mistral: ['length-inside-arguments'] },
    apply: onParts(() => {
      let hasCall = false
      return (part) => {
        hasCall ||= part.type === 'block-start' && part.kind === 'tool-call'
        if (part.type !== 'finish' || !hasCall || part.reason !== 'max-tokens') return [part]
        return [{ ...part, reason: 'tool-calls' }]
      }
    }),
  },
  {
    id: 'unknown-word-lost',
    breaks: 'finish-reason',
    title: 'A finish word nobody knows is not kept.',
    level: 'parts',
    shownBy: { 'openai-chat': ['unknown-finish'] },
    apply: onFinish((finish) => [without(finish, 'raw')]),
  },
  {
    id: 'wrong-outcome-declared',
    breaks: 'finish-reason',
    title: 'The driver declares that a limit is a stop, and does so.',
    level: 'driver',
    shownBy: { 'openai-chat': ['length'] },
    apply: (driver) =>
      declaring({ finish: { length: { reason: 'stop' } } })(reasonAs('max-tokens', 'stop')(driver)),
  },
  {
    id: 'cut-as-stop',
    breaks: 'cut-reported',
    title: 'A stream that stops early ends as a stop.',
    source: 'https://github.com/vercel/ai/issues/19169',
    level: 'parts',
    shownBy: { ...cuts, 'pi-ai-events': ['cut'] },
    apply: cutAs('stop'),
  },
  {
    id: 'cut-in-silence',
    breaks: 'cut-reported',
    title: 'A stream that stops early ends without a word.',
    source: 'https://www.npmjs.com/package/@ai-sdk/anthropic (4.0.85)',
    level: 'parts',
    shownBy: { ...cuts, 'openai-responses': ['cut-in-text'] },
    apply: cutAs(undefined),
  },
  {
    id: 'reset-as-other',
    breaks: 'cut-reported',
    title: 'A connection that breaks ends the stream for an unknown reason.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['reset-in-text'] },
    apply: cutAs('other'),
  },
  {
    id: 'cut-frame-ignored',
    breaks: 'cut-reported',
    title: 'The half of a message at the end of the body is ignored.',
    source: 'https://github.com/vercel/ai/pull/19040',
    level: 'parts',
    shownBy: { 'bedrock-converse': ['cut-in-text'], mistral: ['cut-in-text'] },
    deliveries: ['cut-in-event-'],
    apply: onEachPart((part) => [
      part.type === 'finish' && part.reason === 'error' ? { type: 'finish', reason: 'stop' } : part,
    ]),
  },
]
