/** Token counts of `usageMetadata`. Not here: which chunk's object counts (read-turn.ts). */

import type { TurnUsage } from '../../turn/turn.ts'
import { numberOf, objectOf, type JsonObject } from '../json-fields.ts'

/** Whether the object counts anything: Vertex puts `{ trafficType }` on every chunk and the counts on the last. */
export function hasCounts(sent: unknown): boolean {
  return Object.values(countsOf(objectOf(sent) ?? {})).some((count) => count !== undefined)
}

/**
 * Cached tokens are inside `promptTokenCount`; thoughts are beside `candidatesTokenCount`, and tokens of server tools beside
 * `promptTokenCount` (SDK `@google/genai`, `GenerateContentResponseUsageMetadata.totalTokenCount`). Both sides are sums here.
 */
export function readUsage(sent: unknown): TurnUsage | undefined {
  const usage = objectOf(sent)
  if (usage === undefined) return undefined
  const contradiction = contradictionIn(usage)
  return contradiction === undefined ? { ...fieldsOf(usage), raw: sent } : { raw: sent, contradiction }
}

function countsOf(usage: JsonObject) {
  return {
    prompt: numberOf(usage['promptTokenCount']),
    cached: numberOf(usage['cachedContentTokenCount']),
    tools: numberOf(usage['toolUsePromptTokenCount']),
    candidates: numberOf(usage['candidatesTokenCount']),
    thoughts: numberOf(usage['thoughtsTokenCount']),
    total: numberOf(usage['totalTokenCount']),
  }
}

function fieldsOf(usage: JsonObject): TurnUsage {
  const { prompt, cached, tools, candidates, thoughts } = countsOf(usage)
  const input = sumOf(prompt, tools)
  const output = sumOf(candidates, thoughts)
  return {
    ...(input !== undefined && { inputTokens: input - (cached ?? 0) }),
    ...(cached !== undefined && { cacheReadTokens: cached }),
    ...(output !== undefined && { outputTokens: output }),
    ...(thoughts !== undefined && { reasoningTokens: thoughts }),
  }
}

function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

function contradictionIn(usage: JsonObject): string | undefined {
  const counts = countsOf(usage)
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && !(Number.isInteger(count) && count >= 0)) return `${name} is ${count}`
  const { prompt = 0, cached = 0, tools = 0, candidates = 0, thoughts = 0, total } = counts
  if (cached > prompt + tools) return `cached ${cached} exceeds prompt ${prompt}, of which it is a part`
  const sum = prompt + tools + candidates + thoughts
  return total !== undefined && total !== sum
    ? `total ${total} is not the sum ${sum} of its parts`
    : undefined
}
