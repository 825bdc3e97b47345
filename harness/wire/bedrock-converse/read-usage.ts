/** Token counts of a ConverseStream, from the usage object of `metadata`. Not here: where it comes (read-turn.ts). */

import type { TurnUsage, UsageField } from '../../turn/turn.ts'
import { numberOf, type JsonObject } from '../json-fields.ts'

/**
 * `inputTokens` leaves cached tokens out, and `totalTokens` is the sum of all four
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html). The longer names stand beside the others in
 * answers of 2025.
 */
const names: Readonly<Partial<Record<UsageField, readonly string[]>>> = {
  inputTokens: ['inputTokens'],
  cacheReadTokens: ['cacheReadInputTokens', 'cacheReadInputTokenCount'],
  cacheWriteTokens: ['cacheWriteInputTokens', 'cacheWriteInputTokenCount'],
  outputTokens: ['outputTokens'],
}

/** The counts, or only `raw` with the reason why they cannot be true. */
export function readUsage(raw: JsonObject): TurnUsage {
  const counts = Object.entries(names).flatMap(([field, keys]): [string, number][] => {
    const count = keys.map((key) => numberOf(raw[key])).find((value) => value !== undefined)
    return count === undefined ? [] : [[field, count]]
  })
  const contradiction = contradictionIn(counts, numberOf(raw['totalTokens']))
  return contradiction === undefined ? { ...Object.fromEntries(counts), raw } : { raw, contradiction }
}

function contradictionIn(counts: readonly [string, number][], total: number | undefined): string | undefined {
  const odd = counts.find(([, count]) => !Number.isInteger(count) || count < 0)
  if (odd !== undefined) return `${odd[0]} is ${odd[1]}`
  const sum = counts.reduce((sum, [, count]) => sum + count, 0)
  return total === undefined || total === sum
    ? undefined
    : `totalTokens ${total} is not the sum ${sum} of the counts`
}
