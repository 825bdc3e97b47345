/** Token counts of a response object. Not here: which event carries it (read-turn.ts). */

import type { TurnUsage, UsageField } from '../../turn/turn.ts'
import { numberOf, objectOf, type JsonObject } from '../json-fields.ts'

/**
 * Cached and cache-written tokens are a breakdown of `input_tokens`, reasoning tokens one of `output_tokens` (SDK `openai`,
 * `ResponseUsage`). Undefined where the response has no usage object.
 */
export function readUsage(sent: unknown): TurnUsage | undefined {
  const usage = objectOf(sent)
  if (usage === undefined) return undefined
  const contradiction = contradictionIn(usage)
  return contradiction === undefined ? { ...countsOf(usage), raw: sent } : { raw: sent, contradiction }
}

function sentCounts(usage: JsonObject) {
  const input = objectOf(usage['input_tokens_details']) ?? {}
  const output = objectOf(usage['output_tokens_details']) ?? {}
  return {
    input: numberOf(usage['input_tokens']),
    cached: numberOf(input['cached_tokens']),
    written: numberOf(input['cache_write_tokens']),
    output: numberOf(usage['output_tokens']),
    reasoning: numberOf(output['reasoning_tokens']),
    total: numberOf(usage['total_tokens']),
  }
}

function countsOf(usage: JsonObject): TurnUsage {
  const { input, cached, written, output, reasoning } = sentCounts(usage)
  const fields: Record<UsageField, number | undefined> = {
    inputTokens: input === undefined ? undefined : input - (cached ?? 0) - (written ?? 0),
    cacheReadTokens: cached,
    cacheWriteTokens: written,
    outputTokens: output,
    reasoningTokens: reasoning,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, count]) => count !== undefined))
}

function contradictionIn(usage: JsonObject): string | undefined {
  const counts = sentCounts(usage)
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && !(Number.isInteger(count) && count >= 0)) return `${name} is ${count}`
  const { input = 0, cached = 0, written = 0, output = 0, reasoning = 0, total } = counts
  if (cached + written > input) return `${cached} cached and ${written} written tokens exceed input ${input}`
  if (reasoning > output) return `reasoning ${reasoning} exceeds output ${output}, of which it is a part`
  if (total !== undefined && total !== input + output)
    return `total ${total} is not the sum of input ${input} and output ${output}`
  return undefined
}
