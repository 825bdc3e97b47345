/** Response objects: the non-streamed answer, and what a stream's first and last events carry. Not here: the stream (write-turn.ts). */

import type { Turn, TurnUsage } from '../../turn/turn.ts'
import { objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { isErrorEvent } from './normalise.ts'
import { styleOf, type Style } from './style.ts'
import { writeItems, type WrittenItem } from './write-item.ts'

const plain = styleOf({ spellings: [], fragments: [] })

export function writeBody(turn: Turn): unknown {
  return finalResponse(turn, writeItems(turn, plain), plain)
}

/** Fields of every response (SDK `openai`, `Response`) that say nothing about the turn. */
const standing = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  user: null,
}

/** The response as `response.created` shows it. */
export function startedResponse({ meta }: Turn, status: string, style: Style): JsonObject {
  return responseObject(meta, { status, output: [], usage: null }, style)
}

/** The response as its terminal event shows it. */
export function finalResponse(turn: Turn, items: readonly WrittenItem[], style: Style): JsonObject {
  const status = statusOf(turn)
  const reason = status === 'incomplete' ? { incomplete_details: { reason: turn.finish?.raw } } : {}
  const error = status === 'failed' ? { error: errorOf(turn.finish?.failure?.raw) } : {}
  const output = style.has('completed-without-output') ? [] : items.map(({ final }) => final)
  const usage = turn.usage === undefined ? null : usageObject(turn.usage, style)
  return responseObject(turn.meta, { status, ...error, ...reason, output, usage }, style)
}

function responseObject({ responseId, model }: Turn['meta'], said: JsonObject, style: Style): JsonObject {
  const known = { id: responseId, object: 'response', created_at: 1_700_000_000, model }
  const base = { ...known, error: null, incomplete_details: null, ...standing, ...said }
  if (!style.has('sparse-response')) return base
  const told = { ...known, ...said }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))
}

export function statusOf({
  finish,
}: Turn): 'completed' | 'incomplete' | 'failed' | 'cancelled' | 'in_progress' {
  if (finish === undefined) return 'in_progress'
  if (finish.reason === 'error') return 'failed'
  if (finish.raw === 'completed' || finish.raw === 'cancelled') return finish.raw
  return 'incomplete'
}

/** An `error` event's content in the form `response.failed` has it. */
function errorOf(raw: unknown): unknown {
  if (!isErrorEvent(raw)) return raw
  const payload = objectOf(raw) ?? {}
  const error = objectOf(payload['error']) ?? payload
  return { code: textOf(error['code']) || 'server_error', message: textOf(error['message']) }
}

function usageObject(usage: TurnUsage, style: Style): JsonObject {
  const { inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens = 0 } = usage
  const input = inputTokens + cacheReadTokens + cacheWriteTokens
  const written = usage.cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }
  const counts = { input_tokens: input, output_tokens: outputTokens, total_tokens: input + outputTokens }
  if (style.has('usage-without-details')) return counts
  return {
    ...counts,
    input_tokens_details: { cached_tokens: cacheReadTokens, ...written },
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  }
}
