/** `usageMetadata` of a turn. Not here: which chunk carries it (write-turn.ts). */

import type { TurnUsage } from '../../turn/turn.ts'
import type { JsonObject } from '../json-fields.ts'
import type { Style } from './style.ts'

/** Fields that the turn does not count are left out. */
export function usageOf(usage: TurnUsage, style: Style): JsonObject {
  const { inputTokens, cacheReadTokens = 0, outputTokens, reasoningTokens = 0 } = usage
  const tools = style.has('tool-use-tokens') ? Math.floor((inputTokens ?? 0) / 2) : 0
  const input = inputTokens === undefined ? undefined : inputTokens + cacheReadTokens - tools
  const counts = {
    ...(input !== undefined && { promptTokenCount: input }),
    ...(usage.cacheReadTokens !== undefined && { cachedContentTokenCount: cacheReadTokens }),
    ...(tools > 0 && { toolUsePromptTokenCount: tools }),
    ...(outputTokens !== undefined && { candidatesTokenCount: outputTokens - reasoningTokens }),
    ...(usage.reasoningTokens !== undefined && { thoughtsTokenCount: reasoningTokens }),
  }
  const total = (input ?? 0) + tools + (outputTokens ?? 0)
  return style.has('usage-without-total') ? counts : { ...counts, totalTokenCount: total }
}

/** The counts when a share of the output, between 0 and 1, has been sent. */
export function usageSoFar(usage: TurnUsage, share: number, style: Style): JsonObject {
  const part = (count: number | undefined) => (count === undefined ? undefined : Math.floor(count * share))
  const reasoning = part(usage.reasoningTokens)
  const candidates = part((usage.outputTokens ?? 0) - (usage.reasoningTokens ?? 0)) ?? 0
  const output = usage.outputTokens === undefined ? {} : { outputTokens: candidates + (reasoning ?? 0) }
  return usageOf(
    { ...usage, ...output, ...(reasoning !== undefined && { reasoningTokens: reasoning }) },
    style,
  )
}
