/** The answer that is not streamed (https://platform.openai.com/docs/api-reference/chat/object). Not here: the stream (write-turn.ts). */

import type { Turn, TurnBlock } from '../../turn/turn.ts'
import type { JsonObject } from '../json-fields.ts'
import { usesOf, type Uses } from './spellings.ts'
import { callsOf, isFailed } from './turn-facts.ts'
import { opaqueDeltas } from './write-deltas.ts'
import { usageObject } from './write-usage.ts'

export function writeBody(turn: Turn): unknown {
  return writeChatBody(turn, usesOf([]))
}

/** The completion; for a failed turn the body of the error answer. */
export function writeChatBody(turn: Turn, uses: Uses): unknown {
  if (isFailed(turn)) return turn.finish?.failure?.raw
  const { finish, meta, usage } = turn
  return {
    id: meta.responseId ?? '',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: meta.model ?? '',
    choices: [
      { index: 0, message: messageOf(turn, uses), logprobs: null, finish_reason: finish?.raw ?? null },
    ],
    ...(usage === undefined ? {} : { usage: usageObject(usage, uses) }),
  }
}

function messageOf(turn: Turn, uses: Uses): JsonObject {
  const calls = callsOf(turn).map((call) => ({
    ...(call.id === '' ? {} : { id: call.id }),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }))
  return {
    role: 'assistant',
    ...proseFields(turn, uses),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

/** Where reasoning stands in typed parts, all content does. */
function proseFields({ blocks }: Turn, uses: Uses): JsonObject {
  const carried = Object.assign(
    {},
    ...blocks.filter((block) => block.type === 'opaque').flatMap(opaqueDeltas),
  ) as JsonObject
  const parts = blocks.flatMap(partsOf)
  const isTyped =
    uses('thinking-parts') && (textOf(blocks, 'reasoning') !== undefined || 'content' in carried)
  if (isTyped) return { content: parts }
  return {
    content: textOf(blocks, 'text') ?? null,
    refusal: textOf(blocks, 'refusal') ?? null,
    ...(textOf(blocks, 'reasoning') === undefined ? {} : { reasoning_content: textOf(blocks, 'reasoning') }),
    ...carried,
  }
}

function partsOf(block: TurnBlock): unknown[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  if (block.type === 'reasoning')
    return [{ type: 'thinking', thinking: [{ type: 'text', text: block.text }] }]
  return block.type === 'opaque' && Array.isArray(block.raw) ? (block.raw as unknown[]) : []
}

function textOf(blocks: readonly TurnBlock[], type: 'text' | 'refusal' | 'reasoning'): string | undefined {
  const block = blocks.find((block) => block.type === type)
  return block !== undefined && 'text' in block ? block.text : undefined
}
