/** Mutants of token counts. */

import { dropParts, onUsage, without } from '../break-parts.ts'
import { onPayloads, type Json } from '../break-input.ts'
import type { Mutant } from '../mutant.ts'

const cached = { 'openai-chat': ['usage-cache-reasoning'], 'anthropic-messages': ['usage-cache'] }
const counted = { 'openai-chat': ['text'], gemini: ['text'], 'bedrock-converse': ['text'] }

function usageOf(event: Json): Json | undefined {
  const message = event['message'] as Json | undefined
  return (event['usage'] ?? message?.['usage']) as Json | undefined
}

const countNames = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

/** Adds up what the events of a Messages stream count, for the given names. */
function summing(names: readonly string[]) {
  return onPayloads(() => {
    const sums = new Map<string, number>()
    return (event) => {
      const usage = usageOf(event)
      for (const name of names) {
        if (typeof usage?.[name] !== 'number') continue
        sums.set(name, (sums.get(name) ?? 0) + usage[name])
        usage[name] = sums.get(name)
      }
      return [event]
    }
  })
}

/** Keeps the counts of the first event that has some. */
function firstOnly(place: (event: Json) => Json | undefined, name: string) {
  return onPayloads(() => {
    let isSeen = false
    return (event) => {
      const holder = place(event)
      if (holder?.[name] === undefined || holder[name] === null) return [event]
      if (isSeen) delete holder[name]
      isSeen = true
      return [event]
    }
  })
}

export const usageMutants: readonly Mutant[] = [
  {
    id: 'cache-counted-twice',
    breaks: 'usage-equal',
    title: 'Tokens from a cache are counted as cached and as input.',
    level: 'parts',
    shownBy: { ...cached, gemini: ['usage-cache'], 'bedrock-converse': ['usage-cache'] },
    apply: onUsage((usage) => ({
      ...usage,
      inputTokens: (usage.inputTokens ?? 0) + (usage.cacheReadTokens ?? 0),
    })),
  },
  {
    id: 'cache-lost',
    breaks: 'usage-equal',
    title: 'Tokens read from a cache are not reported.',
    source: 'https://github.com/vercel/ai/pull/14889',
    level: 'parts',
    shownBy: { ...cached, mistral: ['usage-cache'], 'openai-responses': ['usage-cache'] },
    apply: onUsage((usage) => without(usage, 'cacheReadTokens')),
  },
  {
    id: 'reasoning-taken-off-the-output',
    breaks: 'usage-equal',
    title: 'Output is told without reasoning, against what the driver declares.',
    level: 'parts',
    shownBy: { 'openai-chat': ['usage-cache-reasoning'], gemini: ['reasoning'] },
    apply: onUsage((usage) => ({
      ...usage,
      outputTokens: (usage.outputTokens ?? 0) - (usage.reasoningTokens ?? 0),
    })),
  },
  {
    id: 'thoughts-not-counted',
    breaks: 'usage-equal',
    title: 'Reasoning tokens are not reported.',
    source: 'https://github.com/vercel/ai/pull/17923',
    level: 'parts',
    origin: 'openai',
    shownBy: { 'openai-chat': ['usage-cache-reasoning'] },
    apply: onUsage((usage) => without(usage, 'reasoningTokens')),
  },
  {
    id: 'usage-chunk-ignored',
    breaks: 'usage-equal',
    title: 'The chunk that has usage and nothing else is dropped.',
    source: 'https://www.npmjs.com/package/@langchain/google-genai (2.3.2)',
    level: 'parts',
    shownBy: counted,
    apply: dropParts(({ type }) => type === 'usage'),
  },
  {
    id: 'input-counted-as-output',
    breaks: 'usage-equal',
    title: 'The output count includes the input.',
    level: 'parts',
    origin: 'pi-ai',
    shownBy: { 'anthropic-messages': ['usage-cache'] },
    apply: onUsage((usage) => ({
      ...usage,
      outputTokens: (usage.outputTokens ?? 0) + (usage.inputTokens ?? 0),
    })),
  },
  {
    id: 'usage-summed',
    breaks: 'usage-last',
    title: 'Output counts, which are cumulative, are added up.',
    source: 'https://www.npmjs.com/package/@langchain/anthropic (1.5.11)',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'anthropic-messages': ['text', 'usage-repeated'] },
    apply: summing(['output_tokens']),
  },
  {
    id: 'repeated-cache-counts-summed',
    breaks: 'usage-last',
    title: 'Cache counts that message_delta repeats are added to those of message_start.',
    source: 'https://github.com/langchain-ai/langchainjs/issues/10249',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'anthropic-messages': ['usage-repeated'] },
    apply: summing(countNames),
  },
  {
    id: 'first-usage-kept',
    breaks: 'usage-last',
    title: 'Of counts on every chunk the first ones are reported.',
    source: 'https://github.com/cline/cline/issues/10148',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'openai-chat': ['usage-every-chunk'] },
    apply: firstOnly((chunk) => chunk, 'usage'),
  },
  {
    id: 'input-of-the-start-kept',
    breaks: 'usage-last',
    title: 'Input counts are read from message_start alone.',
    source: 'https://github.com/vercel/ai/pull/11611',
    level: 'payloads',
    origin: 'plain-events',
    shownBy: { 'anthropic-messages': ['usage-in-delta-only'] },
    apply: firstOnly(usageOf, 'input_tokens'),
  },
]
