/** Wrappers that change nothing a rule may see: a rule that kills one is too sharp. */

import type { Part } from '../trace/part.ts'
import { onEachPart, onParts, onPartsOf } from './break-parts.ts'
import { declaring, onFetch, onPayloads, onReads, onRun } from './break-input.ts'
import type { Control, ShownBy } from './mutant.ts'

const everywhere: ShownBy = {
  'openai-chat': ['text', 'tool-calls-parallel', 'error-in-band', 'cut-in-arguments'],
  'openai-responses': ['text', 'reasoning', 'refusal', 'tool-call'],
  'anthropic-messages': ['thinking', 'tool-uses-parallel', 'max-tokens-inside-arguments'],
  gemini: ['reasoning', 'tool-calls-parallel', 'usage-cache'],
  'bedrock-converse': ['reasoning', 'tool-call', 'error-in-band'],
  mistral: ['reasoning', 'tool-call-after-text'],
  'pi-ai-events': ['text', 'reasoning', 'tool-calls', 'error'],
}

export const controls: readonly Control[] = [
  {
    id: 'same-parts',
    title: 'Parts pass through.',
    level: 'parts',
    shownBy: everywhere,
    apply: onEachPart((part) => [structuredClone(part)]),
  },
  {
    id: 'same-payloads',
    title: 'Payloads are copied.',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: everywhere,
    apply: onPayloads(() => (payload) => [payload]),
  },
  {
    id: 'same-reads',
    title: 'The body is piped through a stream of its own.',
    level: 'answer',
    shownBy: everywhere,
    apply: onReads(() => (read) => read),
  },
  {
    id: 'same-run',
    title: 'The iteration and the fetch are wrapped.',
    level: 'run',
    shownBy: everywhere,
    deliveries: ['stall-after-', 'per-line'],
    apply: (driver) => onRun((run) => run())(onFetch((fetch) => (input, init) => fetch(input, init))(driver)),
  },
  {
    id: 'other-indexes',
    title: 'Indexes are other numbers: only their order counts.',
    level: 'parts',
    shownBy: everywhere,
    apply: onEachPart((part) => ['index' in part ? { ...part, index: 2 * part.index + 7 } : part]),
  },
  {
    id: 'deltas-split',
    title: 'Every text comes in smaller deltas, with empty ones between.',
    level: 'parts',
    shownBy: everywhere,
    apply: onPartsOf('text-delta', (part) =>
      [part.text.slice(0, 1), '', part.text.slice(1)].map((text) => ({ ...part, text })),
    ),
  },
  {
    id: 'usage-behind-the-finish',
    title: 'Usage comes twice, once on each side of the finish.',
    level: 'parts',
    shownBy: everywhere,
    apply: onParts(() => {
      let usage: Part | undefined
      return (part) => {
        if (part.type === 'usage') usage = part
        return part.type === 'finish' && usage ? [part, usage] : [part]
      }
    }),
  },
  {
    id: 'fewer-promises',
    title: 'The driver declares less of what no trace can show.',
    level: 'driver',
    shownBy: everywhere,
    apply: declaring({ signatures: false, details: [], meta: [] }),
  },
]
