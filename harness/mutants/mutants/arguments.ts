/** Mutants of the values in a call's arguments. */

import { onCallEnds, type CallBlock } from '../break-parts.ts'
import type { Mutant } from '../mutant.ts'

const hard = {
  'openai-chat': ['tool-call-hard-arguments'],
  'anthropic-messages': ['tool-use-hard-arguments'],
}
const empty = {
  'openai-chat': ['tool-call-no-arguments', 'tool-call-empty-arguments'],
  'anthropic-messages': ['tool-use-no-arguments'],
}

function onArguments(edit: (text: string) => string) {
  return onCallEnds((part, block) => ({ ...part, block: { ...block, arguments: edit(block.arguments) } }))
}

function onEmptyCalls(edit: (block: CallBlock) => CallBlock) {
  return onCallEnds((part, block) => ({ ...part, block: block.arguments === '{}' ? edit(block) : block }))
}

function parsedOr(text: string, edit: (value: unknown) => unknown): string {
  try {
    return JSON.stringify(edit(JSON.parse(text)))
  } catch {
    return text
  }
}

/** Assigned one by one, `__proto__` sets the prototype. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const copy: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) copy[key] = copied(inner)
  return copy
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const argumentMutants: readonly Mutant[] = [
  {
    id: 'numbers-through-a-double',
    breaks: 'arguments-value',
    title: 'Arguments that are declared as text are parsed and written anew, so large numbers change.',
    level: 'parts',
    shownBy: hard,
    apply: onArguments((text) => parsedOr(text, (value) => value)),
  },
  {
    id: 'proto-key-lost',
    breaks: 'arguments-value',
    title: 'An argument named `__proto__` is lost.',
    source: 'https://github.com/googleapis/js-genai',
    level: 'parts',
    shownBy: { 'openai-chat': ['special-keys'] },
    apply: onArguments((text) => parsedOr(text, copied)),
  },
  {
    id: 'keys-sorted',
    breaks: 'arguments-value',
    title: 'The keys come out in alphabetical order.',
    level: 'parts',
    shownBy: { 'openai-chat': ['special-keys'] },
    apply: onArguments((text) => parsedOr(text, sorted)),
  },
  {
    id: 'arguments-stringified-twice',
    breaks: 'arguments-value',
    title: 'The arguments are a JSON text of a JSON text.',
    level: 'parts',
    shownBy: { gemini: ['tool-call'], 'bedrock-converse': ['tool-call'] },
    apply: onArguments((text) => JSON.stringify(text)),
  },
  {
    id: 'valid-call-marked-invalid',
    breaks: 'arguments-value',
    title: 'Calls whose arguments are fine are marked invalid.',
    level: 'parts',
    shownBy: { 'openai-responses': ['tool-call'], mistral: ['tool-call'] },
    apply: onCallEnds((part, block) => ({ ...part, block: { ...block, invalid: true } })),
  },
  {
    id: 'strings-escaped-away',
    breaks: 'arguments-value',
    title: 'Backslashes inside arguments are dropped.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['tool-call-hard-arguments'] },
    apply: onArguments((text) => text.replaceAll(/\\(?=[a-z])/g, '')),
  },
  {
    id: 'no-arguments-as-empty-text',
    breaks: 'empty-arguments',
    title: 'A call without arguments ends with an empty text, which is no JSON.',
    source: 'https://github.com/vercel/ai/pull/10747',
    level: 'parts',
    shownBy: { ...empty, 'bedrock-converse': ['no-arguments'] },
    apply: onEmptyCalls((block) => ({ ...block, arguments: '' })),
  },
  {
    id: 'no-arguments-as-null',
    breaks: 'empty-arguments',
    title: 'A call without arguments ends with null.',
    level: 'parts',
    shownBy: { mistral: ['no-arguments'], 'openai-responses': ['no-arguments'] },
    apply: onEmptyCalls((block) => ({ ...block, arguments: 'null' })),
  },
  {
    id: 'no-arguments-invalid',
    breaks: 'empty-arguments',
    title: 'A call without arguments is marked invalid.',
    level: 'parts',
    shownBy: empty,
    apply: onEmptyCalls((block) => ({ ...block, invalid: true })),
  },
]
