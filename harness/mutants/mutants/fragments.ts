/** Mutants of the fragments in which arguments come. */

import { onParts, onPartsOf } from '../break-parts.ts'
import { onChatDeltas, type Json } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

function functionsOf(delta: Json): Json[] {
  return ((delta['tool_calls'] ?? []) as Json[]).map((item) => (item['function'] ?? {}) as Json)
}

export const fragmentMutants: readonly Mutant[] = [
  {
    id: 'first-fragment-beside-the-name-lost',
    breaks: 'arguments-raw',
    title: 'The piece of the arguments beside the id is lost.',
    source: 'https://www.npmjs.com/package/@openrouter/ai-sdk-provider (1.5.4)',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['first-fragment-beside-the-name'] },
    apply: onChatDeltas(() => (delta) => {
      const items = (delta['tool_calls'] ?? []) as Json[]
      functionsOf(delta).forEach((body, at) => {
        if (items[at]?.['id']) body['arguments'] = ''
      })
    }),
  },
  {
    id: 'fragments-repeat-what-was-said',
    breaks: 'arguments-raw',
    title: 'Every argument delta repeats all before it.',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call'], 'bedrock-converse': ['tool-call'] },
    apply: onParts(() => {
      let said = ''
      return (part) => {
        if (part.type !== 'tool-call-delta') return [part]
        said += part.argumentsDelta
        return [{ ...part, argumentsDelta: said }]
      }
    }),
  },
  {
    id: 'fragments-normalised',
    breaks: 'arguments-raw',
    title: 'The deltas are the arguments written anew.',
    level: 'parts',
    shownBy: {
      'openai-chat': ['tool-call-hard-arguments'],
      'openai-responses': ['tool-call-hard-arguments'],
    },
    apply: onPartsOf('tool-call-delta', (part) => [
      { ...part, argumentsDelta: part.argumentsDelta.replaceAll(/\s/g, '') },
    ]),
  },
  {
    id: 'first-argument-delta-lost',
    breaks: 'arguments-raw',
    title: 'The first piece of the arguments has no delta.',
    level: 'parts',
    origin: 'pi-ai',
    shownBy: { 'openai-chat': ['tool-call'] },
    apply: onParts(() => {
      let isDropped = false
      return (part) => {
        if (part.type !== 'tool-call-delta' || part.argumentsDelta === '' || isDropped) return [part]
        isDropped = true
        return []
      }
    }),
  },
]
