/** Mutants of what a driver says of itself, of the non-streamed answer, and of what only a reviewed trace shows. */

import type { Driver } from '../../driver/driver.ts'
import type { Part } from '../../trace/part.ts'
import { dropParts, onFinish, onUsage, type Apply, without } from '../break-parts.ts'
import { declaring } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const bodies = { 'openai-chat': ['text', 'tool-call'], 'anthropic-messages': ['thinking', 'tool-use'] }

/** Changes what `convertBody` gives. */
function onBody(edit: (parts: Part[]) => readonly Part[]): Apply {
  return (driver): Driver => {
    const { convertBody } = driver
    if (convertBody === undefined)
      throw new TypeError(`The driver \`${driver.name}\` has no \`convertBody\`.`)
    return { ...driver, convertBody: async (body, context) => edit([...(await convertBody(body, context))]) }
  }
}

export const declarationMutants: readonly Mutant[] = [
  {
    id: 'reasoning-undeclared',
    breaks: 'capabilities',
    title: 'Reasoning comes out that the driver does not declare.',
    level: 'driver',
    shownBy: { 'openai-chat': ['reasoning-content'], 'anthropic-messages': ['thinking'] },
    apply: declaring({ reasoning: false }),
  },
  {
    id: 'argument-deltas-undeclared',
    breaks: 'capabilities',
    title: 'Argument deltas come out that the driver does not declare.',
    level: 'driver',
    shownBy: { 'openai-chat': ['tool-call'], 'openai-responses': ['tool-call'] },
    apply: declaring({ argumentDeltas: false }),
  },
  {
    id: 'usage-field-undeclared',
    breaks: 'capabilities',
    title: 'Cached tokens are reported that the driver does not declare.',
    level: 'driver',
    shownBy: { 'openai-chat': ['usage-cache-reasoning'] },
    apply: declaring({ usage: ['inputTokens', 'outputTokens'] }),
  },
  {
    id: 'refusals-overdeclared',
    breaks: 'capabilities',
    title: 'The driver declares refusals, and none ever comes out.',
    level: 'driver',
    shownBy: { 'openai-responses': 'all' },
    deliveries: [],
    apply: dropParts(
      (part) =>
        part.type === 'refusal-delta' ||
        (part.type === 'block-start' && part.kind === 'refusal') ||
        (part.type === 'block-end' && part.block.type === 'refusal'),
    ),
  },
  {
    id: 'block-ends-overdeclared',
    breaks: 'capabilities',
    title: 'The driver declares block ends, and text never has one.',
    level: 'driver',
    shownBy: { gemini: 'all' },
    deliveries: [],
    apply: dropParts((part) => part.type === 'block-end' && part.block.type !== 'tool-call'),
  },
  {
    id: 'cache-reads-overdeclared',
    breaks: 'capabilities',
    title: 'The driver declares cached tokens, and never reports one.',
    level: 'driver',
    shownBy: { mistral: 'all' },
    deliveries: [],
    apply: onUsage((usage) => without(usage, 'cacheReadTokens')),
  },
  {
    id: 'body-loses-the-calls',
    breaks: 'stream-equals-body',
    title: 'The answer that is not streamed has no calls.',
    level: 'driver',
    shownBy: bodies,
    apply: onBody((parts) =>
      parts.filter((part) => part.type !== 'block-end' || part.block.type !== 'tool-call'),
    ),
  },
  {
    id: 'body-loses-the-reasoning',
    breaks: 'stream-equals-body',
    title: 'The answer that is not streamed has no reasoning.',
    level: 'driver',
    shownBy: { 'anthropic-messages': ['thinking'], 'bedrock-converse': ['reasoning'] },
    apply: onBody((parts) =>
      parts.filter(
        (part) =>
          part.type !== 'reasoning-delta' && (part.type !== 'block-end' || part.block.type !== 'reasoning'),
      ),
    ),
  },
  {
    id: 'body-counts-otherwise',
    breaks: 'stream-equals-body',
    title: 'The counts of the answer that is not streamed include the cache.',
    level: 'driver',
    shownBy: { 'openai-chat': ['usage-cache-reasoning'], gemini: ['usage-cache'] },
    apply: onBody((parts) =>
      parts.map((part) => {
        if (part.type !== 'usage') return part
        const { inputTokens = 0, cacheReadTokens = 0 } = part.usage
        return { ...part, usage: { ...part.usage, inputTokens: inputTokens + cacheReadTokens } }
      }),
    ),
  },
  {
    id: 'body-throws',
    breaks: 'stream-equals-body',
    title: 'The answer that is not streamed makes the converter throw.',
    level: 'driver',
    shownBy: { 'openai-responses': ['text'], mistral: ['text'] },
    apply: onBody(() => {
      throw new TypeError('body.choices is not iterable')
    }),
  },
  {
    id: 'trace-drifts',
    breaks: 'golden',
    title: 'The provider’s own word is no longer passed on, which no law asks for where the word is known.',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['text', 'tool-call'] },
    withGolden: true,
    apply: onFinish((finish) => [without(finish, 'raw')]),
  },
]
