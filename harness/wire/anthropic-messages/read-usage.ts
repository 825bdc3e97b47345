/** Token counts of a message: the usage objects of its events, folded. Not here: where they come (read-turn.ts). */

import { usageFields, type TurnUsage, type UsageField } from '../../turn/turn.ts'
import { numberOf, objectOf, type JsonObject } from '../json-fields.ts'

/** `input_tokens` already leaves cached tokens out: the total of a request is the sum of all three (SDK, `Usage`). */
const fields: Readonly<Record<UsageField, (usage: JsonObject) => unknown>> = {
  inputTokens: (usage) => usage['input_tokens'],
  cacheReadTokens: (usage) => usage['cache_read_input_tokens'],
  cacheWriteTokens: (usage) => usage['cache_creation_input_tokens'],
  outputTokens: (usage) => usage['output_tokens'],
  reasoningTokens: (usage) => objectOf(usage['output_tokens_details'])?.['thinking_tokens'],
}

/**
 * Counts in `message_delta` are cumulative (SDK, `MessageDeltaUsage`), so per field the last number wins and nothing is added;
 * null and absent leave what was said before.
 */
export function addUsage(before: TurnUsage | undefined, sent: unknown): TurnUsage | undefined {
  const usage = objectOf(sent)
  if (usage === undefined) return before
  const counts = Object.entries(fields).flatMap(([field, read]) => {
    const count = numberOf(read(usage))
    return count === undefined ? [] : [[field, count]]
  })
  return { ...before, ...Object.fromEntries(counts), raw: sent }
}

/** What can be asserted: the counts, or only `raw` with the reason why the counts cannot be true. */
export function settleUsage(usage: TurnUsage): TurnUsage {
  const contradiction = contradictionIn(usage)
  return contradiction === undefined ? usage : { raw: usage.raw, contradiction }
}

function contradictionIn(usage: TurnUsage): string | undefined {
  for (const field of usageFields) {
    const count = usage[field] ?? 0
    if (!Number.isInteger(count) || count < 0) return `${field} is ${count}`
  }
  const { reasoningTokens = 0, outputTokens = 0 } = usage
  return reasoningTokens > outputTokens
    ? `reasoningTokens ${reasoningTokens} exceeds outputTokens ${outputTokens}, of which it is a part`
    : undefined
}
