/** Mutants of tool calls: which come out, under which id and name, and when they count as complete. */

import { dropParts, kindTracker, onCallEnds, onParts, onPartsOf, without } from '../break-parts.ts'
import { onChatDeltas, onPayloads, type Json } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const single = { 'openai-chat': ['tool-call'], 'anthropic-messages': ['tool-use'], gemini: ['tool-call'] }
const parallel = { 'openai-chat': ['tool-calls-parallel'], 'bedrock-converse': ['tool-calls-parallel'] }
export const callMutants: readonly Mutant[] = [
  {
    id: 'second-call-lost',
    breaks: 'tool-call-complete',
    title: 'Of several calls only the first comes out.',
    source: 'https://github.com/InternLM/lmdeploy/issues/3412',
    level: 'parts',
    shownBy: parallel,
    apply: onParts(() => {
      const kindOf = kindTracker()
      let first: number | undefined
      return (part) => {
        if (kindOf(part) !== 'tool-call' || !('index' in part)) return [part]
        first ??= part.index
        return part.index === first ? [part] : []
      }
    }),
  },
  {
    id: 'one-id-for-all-calls',
    breaks: 'tool-call-complete',
    title: 'Every call has the id of the first one.',
    level: 'parts',
    shownBy: parallel,
    apply: onParts(() => {
      let id: string | undefined
      return (part) => {
        if (part.type === 'block-start' && part.id) return [{ ...part, id: (id ??= part.id) }]
        if (part.type !== 'block-end' || part.block.type !== 'tool-call') return [part]
        return [{ ...part, block: { ...part.block, id: id ?? '' } }]
      }
    }),
  },
  {
    id: 'name-lost-when-late',
    breaks: 'tool-call-complete',
    title: 'A name that comes behind the id is lost.',
    source: 'https://github.com/vercel/ai/issues/14760',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['name-late'] },
    apply: onChatDeltas(() => (delta) => {
      for (const item of (delta['tool_calls'] ?? []) as Json[]) {
        if (!item['id']) delete ((item['function'] ?? {}) as Json)['name']
      }
    }),
  },
  {
    id: 'call-told-twice',
    breaks: 'tool-call-complete',
    title: 'Every call comes out a second time.',
    level: 'parts',
    shownBy: single,
    apply: onPartsOf('block-end', (part) => {
      if (part.block.type !== 'tool-call') return [part]
      const index = part.index + 100
      return [part, { type: 'block-start', index, kind: 'tool-call' }, { ...part, index }]
    }),
  },
  {
    id: 'calls-never-complete',
    breaks: 'tool-call-complete',
    title: 'Calls that the provider completed end as incomplete.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['tool-call', 'tool-calls-parallel'] },
    apply: onCallEnds((part) => ({ ...part, complete: false })),
  },
  {
    id: 'call-signature-lost',
    breaks: 'tool-call-complete',
    title: 'The thought signature of a call is lost.',
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    level: 'parts',
    shownBy: { gemini: ['signed-call'] },
    apply: onCallEnds((part, block) => ({ ...part, block: without(block, 'signature') })),
  },
  {
    id: 'parallel-calls-merged',
    breaks: 'tool-call-complete',
    title: 'Calls are not told apart by their index.',
    source: 'https://github.com/ollama/ollama/issues/15457',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['tool-calls-parallel', 'calls-of-two-indexes'] },
    apply: onChatDeltas(() => {
      let isFirst = true
      return (delta) => {
        for (const item of (delta['tool_calls'] ?? []) as Json[]) {
          item['index'] = 0
          if (!isFirst) delete item['id']
          if (!isFirst) delete ((item['function'] ?? {}) as Json)['name']
          isFirst = false
        }
      }
    }),
  },
  {
    id: 'call-without-arguments-lost',
    breaks: 'tool-call-complete',
    title: 'A call whose args are empty or absent is dropped.',
    source: 'https://www.npmjs.com/package/@ai-sdk/google (2.0.108)',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { gemini: ['tool-call-no-arguments'] },
    apply: onPayloads(() => (chunk) => {
      for (const candidate of (chunk['candidates'] ?? []) as Json[]) {
        const content = (candidate['content'] ?? {}) as { parts?: Json[] }
        content.parts = (content.parts ?? []).filter(({ functionCall }) => {
          const { args } = (functionCall ?? { args: { a: 1 } }) as { args?: object }
          return Object.keys(args ?? {}).length > 0
        })
      }
      return [chunk]
    }),
  },
  {
    id: 'id-changes-at-the-end',
    breaks: 'identity-stable',
    title: 'The ended call has an id of its own.',
    level: 'parts',
    shownBy: single,
    apply: onCallEnds((part, block) => ({ ...part, block: { ...block, id: `gen_${block.id}` } })),
  },
  {
    id: 'id-of-every-delta',
    breaks: 'identity-stable',
    title: 'Every delta of a call brings another id.',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call'], mistral: ['tool-call-hard-arguments'] },
    apply: onParts(() => {
      let count = 0
      return (part) => [part.type === 'tool-call-delta' ? { ...part, id: `call_${count++}` } : part]
    }),
  },
  {
    id: 'name-appended-to-itself',
    breaks: 'identity-stable',
    title: 'A name that is repeated is joined to the one before.',
    source: 'https://github.com/open-webui/open-webui/issues/22235',
    level: 'parts',
    shownBy: { 'openai-chat': ['tool-call'], 'openai-responses': ['tool-call'] },
    apply: onParts(() => {
      const names = new Map<number, string>()
      return (part) => {
        if (part.type === 'block-start' && part.name) names.set(part.index, part.name)
        if (part.type !== 'tool-call-delta') return [part]
        const name = names.get(part.index) ?? ''
        names.set(part.index, name + name)
        return [{ ...part, name: name + name }]
      }
    }),
  },
  {
    id: 'calls-are-empty-shells',
    breaks: 'tool-call-complete',
    title: 'Of calls only the start comes out.',
    level: 'parts',
    origin: 'pi-ai',
    shownBy: { 'anthropic-messages': ['tool-use'] },
    apply: dropParts(
      (part) =>
        part.type === 'tool-call-delta' || (part.type === 'block-end' && part.block.type === 'tool-call'),
    ),
  },
]
