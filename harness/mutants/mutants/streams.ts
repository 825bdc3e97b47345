/** Mutants that carry state from stream to stream, or emit nonsense. */

import { onEachPart, onFinish, onParts, onPartsOf, type Edit } from '../break-parts.ts'
import { onRun } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const texts = { 'openai-chat': ['text'], 'anthropic-messages': ['text'] }

/** Text that a finished stream leaves for the next one to see. */
function rememberedDeltas(): Edit {
  const seen = new Set<string>()
  let run = 0
  return (part) => {
    if (part.type === 'finish') run += 1
    if (part.type !== 'text-delta') return [part]
    const isKnown = seen.has(part.text) && run > 0
    seen.add(part.text)
    return isKnown ? [] : [part]
  }
}

/** All streams write into one text, which the first that ends empties. */
function oneTextForAll(): Edit {
  let text = ''
  return (part) => {
    if (part.type === 'block-start') text = ''
    if (part.type === 'text-delta') text += part.text
    if (part.type !== 'block-end' || part.block.type !== 'text') return [part]
    return [{ ...part, block: { type: 'text', text } }]
  }
}

export const streamMutants: readonly Mutant[] = [
  {
    id: 'deltas-remembered',
    breaks: 'deterministic',
    title: 'Text that an earlier stream had is taken for a repetition.',
    level: 'parts',
    shownBy: texts,
    apply: (driver) => {
      const shared = rememberedDeltas()
      return onParts(() => shared)(driver)
    },
  },
  {
    id: 'finish-by-turns',
    breaks: 'deterministic',
    title: 'Every second stream ends with another word.',
    level: 'parts',
    shownBy: texts,
    apply: (driver) => {
      let count = 0
      return onFinish((finish) => [{ ...finish, raw: `${finish.raw ?? ''}${count++ % 2 === 0 ? '' : '_'}` }])(
        driver,
      )
    },
  },
  {
    id: 'one-text-for-all-streams',
    breaks: 'isolation',
    title: 'The text so far is kept in one place for all streams.',
    level: 'parts',
    shownBy: { 'openai-chat': ['text', 'text-unicode'], 'anthropic-messages': ['text', 'text-unicode'] },
    apply: (driver) => {
      const shared = oneTextForAll()
      return onParts(() => shared)(driver)
    },
  },
  {
    id: 'last-stream-names-the-call',
    breaks: 'isolation',
    title: 'The id of the call is kept in one place for all streams.',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call-hard-arguments', 'tool-calls-parallel'] },
    apply: (driver) => {
      const ids = new Map<number, string>()
      return onEachPart((part) => {
        if (part.type === 'block-start' && part.id) ids.set(part.index, part.id)
        if (part.type !== 'block-end' || part.block.type !== 'tool-call') return [part]
        return [{ ...part, block: { ...part.block, id: ids.get(part.index) ?? '' } }]
      })(driver)
    },
  },
  {
    id: 'one-stream-at-a-time',
    breaks: 'isolation',
    title: 'A stream that comes while another is under way is refused.',
    level: 'run',
    shownBy: { 'openai-chat': ['text', 'text-unicode'], 'anthropic-messages': ['text', 'text-unicode'] },
    apply: (driver) => {
      let isBusy = false
      return onRun(async function* (run) {
        if (isBusy) throw new Error('busy')
        isBusy = true
        try {
          yield* run()
        } finally {
          isBusy = false
        }
      })(driver)
    },
  },
  {
    id: 'counts-are-no-numbers',
    breaks: 'part-shape',
    title: 'A count that is absent becomes NaN.',
    source: 'https://www.npmjs.com/package/@openrouter/ai-sdk-provider (1.5.4)',
    level: 'parts',
    shownBy: { 'openai-chat': ['text'], gemini: ['text'] },
    apply: onPartsOf('usage', ({ type, usage }) => [{ type, usage: { ...usage, reasoningTokens: NaN } }]),
  },
  {
    id: 'projection-throws',
    breaks: 'part-shape',
    title: 'The projection throws over the finish.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['text'] },
    apply: onFinish(() => {
      throw new TypeError("Cannot read properties of undefined (reading 'id')")
    }),
  },
]
