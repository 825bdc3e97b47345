/** Events of the Responses API for situations that no writer says. Not here: the situations (situations.ts). */

import type { JsonObject } from '../json-fields.ts'
import type { EventDraft } from '../wire.ts'

export const meta = { responseId: 'resp_0', model: 'm' }

/** One event; its name is its type. */
export function event(type: string, more: JsonObject = {}): EventDraft {
  return { event: type, data: JSON.stringify({ type, ...more }) }
}

/** An event with the response so far. */
export function responseEvent(type: string, status: string, more: JsonObject = {}): EventDraft {
  const response = { id: 'resp_0', object: 'response', status, model: 'm', output: [], usage: null, ...more }
  return event(type, { response })
}

export const created = responseEvent('response.created', 'in_progress')

/** The events of a message with one text, `deltas` joined. */
export function messageEvents(deltas: readonly string[], more: JsonObject = {}): EventDraft[] {
  const place = { item_id: 'msg_0', output_index: 0, content_index: 0 }
  const text = deltas.join('')
  const part = { type: 'output_text', annotations: [], text }
  const item = { id: 'msg_0', type: 'message', role: 'assistant' }
  return [
    event('response.output_item.added', {
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    }),
    event('response.content_part.added', { ...place, part: { ...part, text: '' } }),
    ...deltas.map((delta) => event('response.output_text.delta', { ...place, delta, ...more })),
    event('response.output_text.done', { ...place, text, ...more }),
    event('response.content_part.done', { ...place, part }),
    event('response.output_item.done', {
      output_index: 0,
      item: { ...item, status: 'completed', content: [part] },
    }),
  ]
}
