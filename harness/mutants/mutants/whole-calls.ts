/** Mutants that take a call for whole which the provider never finished. */

import { onCallEnds, onParts, without } from '../break-parts.ts'
import { onPayloads, type Json } from '../break-input.ts'
import type { Part, PartOf } from '../../trace/part.ts'
import type { Mutant } from '../mutant.ts'

const cutCalls = { 'openai-chat': ['cut-in-arguments'], 'anthropic-messages': ['cut-in-arguments'] }
const limited = {
  'openai-chat': ['length-inside-arguments'],
  'anthropic-messages': ['max-tokens-inside-arguments'],
}

/** JSON with its open strings, objects and arrays closed, as repair libraries do. */
function repaired(text: string): string {
  const inString = (text.replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1
  const base = inString ? `${text}"` : text
  const open = base
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .split('')
    .reduce<string[]>((stack, char) => {
      if (char === '{') return ['}', ...stack]
      if (char === '[') return [']', ...stack]
      return char === '}' || char === ']' ? stack.slice(1) : stack
    }, [])
  const closed = base + open.join('')
  try {
    JSON.parse(closed)
    return closed
  } catch {
    return '{}'
  }
}

/** Ends a call as soon as what came of its arguments is JSON; what comes later is dropped. */
function endsWhenParsable() {
  const said = new Map<number, PartOf<'block-end'>>()
  return (part: Part): readonly Part[] => {
    if (part.type === 'block-start' && part.kind === 'tool-call') {
      const block = { type: 'tool-call', id: part.id ?? '', name: part.name ?? '', arguments: '' } as const
      said.set(part.index, { type: 'block-end', index: part.index, block })
    }
    const end = 'index' in part ? said.get(part.index) : undefined
    if (end?.block.type !== 'tool-call' || part.type === 'block-start') return [part]
    if (end.complete) return []
    if (part.type !== 'tool-call-delta') return [part]
    end.block = { ...end.block, arguments: end.block.arguments + part.argumentsDelta }
    try {
      JSON.parse(end.block.arguments)
    } catch {
      return [part]
    }
    end.complete = true
    return [part, { ...end }]
  }
}

export const wholeCallMutants: readonly Mutant[] = [
  {
    id: 'ended-when-the-prefix-parses',
    breaks: 'no-premature-call',
    title: 'A call is complete as soon as its arguments parse.',
    source: 'https://github.com/vercel/ai/issues/13137',
    level: 'parts',
    shownBy: {
      'openai-chat': ['tool-call', 'tool-call-hard-arguments'],
      mistral: ['tool-call-hard-arguments'],
    },
    apply: onParts(endsWhenParsable),
  },
  {
    id: 'cut-call-completed-at-the-limit',
    breaks: 'no-premature-call',
    title: 'A call that the token limit cut ends as complete.',
    source: 'https://github.com/langchain-ai/langchainjs/issues/9816',
    level: 'parts',
    shownBy: { ...limited, 'bedrock-converse': ['length-inside-arguments'] },
    apply: onCallEnds((part) => without(part, 'complete')),
  },
  {
    id: 'cut-call-completed-at-the-error',
    breaks: 'no-premature-call',
    title: 'A call that the end of the stream cut ends as complete before the error.',
    level: 'parts',
    shownBy: cutCalls,
    apply: onCallEnds((part) => without(part, 'complete')),
  },
  {
    id: 'call-completed-before-done',
    breaks: 'no-premature-call',
    title: 'The end event of pi-ai counts as the end of the call.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'pi-ai-events': ['tool-calls'] },
    deliveries: ['cut-after-', 'cut-in-event-'],
    apply: onPayloads(() => {
      return (event) => {
        if (event['type'] !== 'toolcall_end') return [event]
        const message = { ...(event['partial'] as Json), stopReason: 'toolUse' }
        return [event, { type: 'done', reason: 'toolUse', message }]
      }
    }),
  },
  {
    id: 'cut-arguments-repaired',
    breaks: 'no-repair',
    title: 'Arguments that were cut are closed so that they parse, and the call counts as complete.',
    source: 'https://www.npmjs.com/package/@deepseek-ai/dsh-llm-pi-ai (0.1.0-rc.8)',
    level: 'parts',
    shownBy: cutCalls,
    apply: onCallEnds((part, block) => ({
      ...without(part, 'complete'),
      block: { ...block, arguments: repaired(block.arguments) },
    })),
  },
  {
    id: 'cut-arguments-emptied',
    breaks: 'no-repair',
    title: 'Arguments that were cut become `{}`, and the call counts as complete.',
    source: 'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0)',
    level: 'parts',
    shownBy: { ...limited, 'openai-responses': ['length-inside-arguments'] },
    apply: onCallEnds((part, block) => ({
      ...without(part, 'complete'),
      block: { ...block, arguments: '{}' },
    })),
  },
  {
    id: 'malformed-arguments-mended',
    breaks: 'no-repair',
    title: 'A raw line break inside a string is escaped silently.',
    source: 'https://www.npmjs.com/package/@earendil-works/pi-ai (1.6.0, dist/utils/json-parse.js)',
    level: 'parts',
    shownBy: { 'openai-chat': ['malformed-arguments'] },
    apply: onCallEnds((part, block) => ({
      ...part,
      block: { ...without(block, 'invalid'), arguments: block.arguments.replaceAll('\n', String.raw`\n`) },
    })),
  },
]
