/** Chunks of streamGenerateContent for situations that no writer says. Not here: the situations (situations.ts). */

import type { JsonObject } from '../json-fields.ts'
import type { EventDraft } from '../wire.ts'

/** One chunk of candidate 0; `more` adds to the candidate. */
export function chunk(
  parts: readonly JsonObject[],
  more: JsonObject = {},
  beside: JsonObject = {},
): EventDraft {
  return chunkOf({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], ...beside })
}

export function chunkOf(payload: JsonObject): EventDraft {
  return { data: JSON.stringify(payload) }
}

/** A piece of a streamed call: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling. */
export function piece(functionCall: JsonObject): EventDraft {
  return chunk([{ functionCall }])
}
