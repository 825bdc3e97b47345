/** The token counts a driver is to report for a turn. Not here: comparing them (usage-equal.ts, usage-last.ts). */

import type { Capabilities } from '../../driver/driver.ts'
import { usageFields, type TurnUsage, type Usage, type UsageField } from '../../turn/turn.ts'
import type { Subject } from '../check.ts'
import { endingOf, fateOf } from './fate.ts'

/** The turn's counts on the base the driver declares. */
export function usageOnBase(usage: TurnUsage, { usageBase }: Pick<Capabilities, 'usageBase'>): Usage {
  const {
    inputTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    outputTokens = 0,
    reasoningTokens = 0,
  } = usage
  return {
    inputTokens: inputTokens + (usageBase.inputHasCache ? cacheReadTokens + cacheWriteTokens : 0),
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: outputTokens - (usageBase.outputHasReasoning ? 0 : reasoningTokens),
    reasoningTokens,
  }
}

/** The fields to compare, in a fixed order. */
export function declaredFields({ capabilities }: Pick<Subject, 'capabilities'>): UsageField[] {
  return usageFields.filter((field) => capabilities.usage.includes(field))
}

/** A failed or cut turn may come without usage, and so may one that the converter rightly calls failed. */
export function mayLackUsage(subject: Subject): boolean {
  return fateOf(subject).how !== 'finished' || endingOf(subject)?.reason === 'error'
}

/** Why a usage cannot be asserted; undefined when it can. */
export function usageGap(subject: Subject): string | undefined {
  const { usage } = subject.truth.turn
  if (subject.capabilities.usage.length === 0) return 'the driver declares no usage fields'
  if (usage?.contradiction !== undefined) return `the wire contradicts itself: ${usage.contradiction}`
  const told = Object.values(subject.assembled.usage ?? {}).some((count) => count > 0)
  if (usage === undefined && !told) return 'neither the provider nor the converter gave usage'
  if (!told && mayLackUsage(subject)) return 'the turn failed or was cut, and the converter gave no usage'
  return undefined
}

/** Other counts that are right too: Gemini counts the tokens of tool results beside the prompt, which may be taken as part of it. */
export function alternatives({ wire, truth }: Subject, field: UsageField, expected: number): number[] {
  if (wire.name !== 'gemini' || field !== 'inputTokens') return [expected]
  const raw = truth.turn.usage?.raw
  if (typeof raw !== 'object' || raw === null || !('toolUsePromptTokenCount' in raw)) return [expected]
  const extra = Number(raw.toolUsePromptTokenCount) || 0
  return [expected, expected + extra, expected - extra]
}
