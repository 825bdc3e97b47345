/** Mutants of the order of parts: blocks, their ends, the finish. */

import { dropParts, kindTracker, onEachPart, onParts, onPartsOf, untilFinish } from '../break-parts.ts'
import type { Part, PartOf } from '../../trace/part.ts'
import type { Mutant } from '../mutant.ts'

const calls = { 'openai-chat': ['tool-calls-parallel'], 'anthropic-messages': ['tool-uses-parallel'] }
const texts = { 'openai-chat': ['text', 'text-unicode'], gemini: ['text'] }

/** Parts of calls, by the kind their block started with. */
function ofKind(kind: string): () => (part: Part) => boolean {
  return () => {
    const kindOf = kindTracker()
    return (part) => kindOf(part) === kind
  }
}

/** All parts of the second block that a stream opens get the first one's index and lose their borders. */
function mergedText() {
  const kindOf = kindTracker()
  let first: number | undefined
  return (part: Part): readonly Part[] => {
    if (kindOf(part) !== 'text' || !('index' in part)) return [part]
    first ??= part.index
    if (part.index === first) return part.type === 'block-end' ? [] : [part]
    return part.type === 'text-delta' ? [{ ...part, index: first }] : []
  }
}

export const structureMutants: readonly Mutant[] = [
  {
    id: 'calls-in-reverse',
    breaks: 'block-order',
    title: 'The last call comes out first.',
    level: 'parts',
    shownBy: calls,
    apply: (driver) => {
      const heldKind = ofKind('tool-call')
      return onParts(() => {
        const isCall = heldKind()
        const held: Part[] = []
        return (part) => {
          if (isCall(part)) {
            held.push(part)
            return []
          }
          if (part.type !== 'finish') return [part]
          const indexes = [...new Set(held.map((one) => ('index' in one ? one.index : 0)))].reverse()
          return [...indexes.flatMap((at) => held.filter((one) => 'index' in one && one.index === at)), part]
        }
      })(driver)
    },
  },
  {
    id: 'delta-before-its-start',
    breaks: 'block-order',
    title: 'A block starts behind its first delta.',
    level: 'parts',
    shownBy: texts,
    apply: onParts(() => {
      let start: Part | undefined
      return (part) => {
        if (part.type === 'block-start') {
          start = part
          return []
        }
        const held = start
        start = undefined
        return held ? [part, held] : [part]
      }
    }),
  },
  {
    id: 'all-blocks-at-one-index',
    breaks: 'block-order',
    title: 'Blocks that are open together share index 0.',
    source: 'https://github.com/danny-avila/LibreChat/pull/10647',
    level: 'parts',
    shownBy: calls,
    apply: onEachPart((part) => ['index' in part ? { ...part, index: 0 } : part]),
  },
  {
    id: 'texts-merged-over-a-call',
    breaks: 'block-order',
    title: 'The text behind a call is joined to the text before it.',
    source: 'https://github.com/vercel/ai, packages/google, CHANGELOG 4.0.112',
    level: 'parts',
    shownBy: { gemini: ['text-call-text'], 'anthropic-messages': ['text-call-text'] },
    apply: onParts(mergedText),
  },
  {
    id: 'reasoning-behind-the-text',
    breaks: 'block-order',
    title: 'Reasoning is collected and told when the answer ends.',
    level: 'parts',
    shownBy: { 'anthropic-messages': ['thinking'], 'openai-responses': ['reasoning'] },
    apply: (driver) => {
      const isReasoning = ofKind('reasoning')()
      return untilFinish(isReasoning, (held, finish) => [...held, finish])(driver)
    },
  },
  {
    id: 'start-of-text-lost',
    breaks: 'block-order',
    title: 'Text has no start.',
    level: 'parts',
    shownBy: texts,
    apply: dropParts((part) => part.type === 'block-start' && part.kind === 'text'),
  },
  {
    id: 'text-ends-at-its-first-delta',
    breaks: 'delta-after-end',
    title: 'The text block ends behind its first delta, and more comes.',
    level: 'parts',
    shownBy: texts,
    apply: onParts(() => {
      let isEnded = false
      return (part) => {
        if (part.type === 'block-end') return []
        if (part.type !== 'text-delta' || isEnded) return [part]
        isEnded = true
        const { index, text } = part
        return [part, { type: 'block-end', index, block: { type: 'text', text } }]
      }
    }),
  },
  {
    id: 'block-ends-twice',
    breaks: 'delta-after-end',
    title: 'Every block ends twice.',
    level: 'parts',
    shownBy: { ...texts, ...calls },
    apply: onPartsOf('block-end', (part) => [part, part]),
  },
  {
    id: 'deltas-behind-the-call',
    breaks: 'delta-after-end',
    title: 'A call ends as soon as its arguments parse, and its last delta comes behind.',
    source: 'https://github.com/vercel/ai/issues/13137',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call'] },
    apply: onParts(() => {
      let last: PartOf<'tool-call-delta'> | undefined
      return (part) => {
        if (part.type === 'tool-call-delta') {
          const before = last
          last = part
          return before ? [before] : []
        }
        if (part.type !== 'block-end' || last === undefined) return [part]
        return [part, last]
      }
    }),
  },
]
