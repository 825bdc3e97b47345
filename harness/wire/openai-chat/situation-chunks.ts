/** Chunks of chat completions for situations that no writer says. Not here: the situations (situations.ts). */

import type { JsonObject } from '../json-fields.ts'
import type { EventDraft } from '../wire.ts'

export const meta = { responseId: 'chatcmpl-1', model: 'model-x' }

/** One chunk of choice 0; `more` adds to the chunk. */
export function chunk(delta: JsonObject, reason: string | null = null, more: JsonObject = {}): EventDraft {
  return chunkOf({ choices: [{ index: 0, delta, finish_reason: reason }], ...more })
}

/** One chunk whose choices are given. */
export function chunkOf(more: JsonObject): EventDraft {
  const envelope = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'model-x',
  }
  return { data: JSON.stringify({ ...envelope, ...more }) }
}

/** One item of `tool_calls` in a delta. */
export function callPiece(
  index: number | undefined,
  more: { id?: string; name?: string; arguments?: string },
): JsonObject {
  const { id, ...body } = more
  return {
    tool_calls: [
      {
        ...(index === undefined ? {} : { index }),
        ...(id === undefined ? {} : { id, type: 'function' }),
        function: body,
      },
    ],
  }
}

export const role: EventDraft = chunk({ role: 'assistant', content: '' })
export const done: EventDraft = { data: '[DONE]' }

export function usageChunk(prompt: number, completion: number, more: JsonObject = {}): EventDraft {
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...more,
  }
  return chunkOf({ choices: [], usage })
}
