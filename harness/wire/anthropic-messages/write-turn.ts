/** A turn to the events of a Messages stream, in a chosen spelling. Not here: blocks (write-blocks.ts), counts (write-usage.ts), what the spellings are (spellings.ts). */

import type { Turn } from '../../turn/turn.ts'
import { objectOf, type JsonObject } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { isErrorAlone, isSilent } from './shape.ts'
import type { Uses } from './spellings.ts'
import { blockEvents } from './write-blocks.ts'
import { messageOf } from './write-body.ts'
import { deltaUsage, startUsage } from './write-usage.ts'

/** The inverse of `readTurn` for a normalised turn. */
export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  const uses: Uses = (id) => choice.spellings.includes(id)
  if (isSilent(turn)) return []
  const payloads = isErrorAlone(turn) ? [errorEvent(turn, uses)] : messageEvents(turn, choice, uses)
  const drafts = payloads.map((payload) => draftOf(payload, uses))
  return uses('done-trailer') ? [...drafts, { event: 'done', data: '[DONE]' }] : drafts
}

function messageEvents(turn: Turn, { fragments }: WriteChoice, uses: Uses): JsonObject[] {
  const start = startEvent(turn, uses)
  const rest = uses('whole-in-message-start')
    ? [{ type: 'message_stop' }]
    : [...blockEvents(turn, { uses, fragments }), ...endEvents(turn, uses)]
  return [
    start,
    ...(uses('duplicate-message-start') ? [start] : []),
    ...(uses('unknown-event') ? [{ type: 'vertex_event', usage: { input_tokens: 7 } }] : []),
    ...(uses('ping-after-start') ? [ping] : []),
    ...(uses('ping-between-events') ? rest.flatMap((event) => [ping, event]) : rest),
  ]
}

const ping: JsonObject = { type: 'ping' }

function startEvent(turn: Turn, uses: Uses): JsonObject {
  const message = messageOf(turn)
  if (uses('whole-in-message-start')) return { type: 'message_start', message }
  const usage = startUsage(turn.usage ?? {}, turn.finish?.raw !== undefined, uses)
  return {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
  }
}

function endEvents(turn: Turn, uses: Uses): JsonObject[] {
  if (turn.finish === undefined) return []
  if (turn.finish.reason === 'error') return [errorEvent(turn, uses)]
  return [...deltaEvents(turn, uses), ...(turn.state === 'closed' ? [{ type: 'message_stop' }] : [])]
}

function deltaEvents(turn: Turn, uses: Uses): JsonObject[] {
  const usage = deltaUsage(turn.usage ?? {}, uses)
  const half = usage && { output_tokens: Math.floor((turn.usage?.outputTokens ?? 0) / 2) }
  const stop = {
    stop_reason: turn.finish?.raw,
    stop_sequence: turn.meta.stopSequence ?? null,
    ...deltaExtras(uses),
  }
  const pending = { stop_reason: null, stop_sequence: null }
  if (uses('message-delta-twice')) return [deltaEvent(pending, half, uses), deltaEvent(stop, usage, uses)]
  if (uses('usage-after-finish')) return [deltaEvent(stop, half, uses), deltaEvent(pending, usage, uses)]
  return [deltaEvent(stop, usage, uses)]
}

function deltaEvent(delta: JsonObject, usage: JsonObject | undefined, uses: Uses): JsonObject {
  return {
    type: 'message_delta',
    delta,
    ...(usage === undefined ? {} : { usage }),
    ...(uses('context-management') ? { context_management: { applied_edits: [] } } : {}),
  }
}

function deltaExtras(uses: Uses): JsonObject {
  if (uses('container')) return { container: { id: 'container_1', expires_at: '2026-01-01T00:00:00Z' } }
  return uses('stop-details')
    ? { stop_details: { type: 'refusal', category: 'cyber', explanation: 'Blocked.' } }
    : {}
}

function errorEvent(turn: Turn, uses: Uses): JsonObject {
  const sent = objectOf(turn.finish?.failure?.raw) ?? {}
  if (uses('error-as-text')) return { ...sent, error: JSON.stringify(sent['error']) }
  const { type: _type, ...untyped } = sent
  return uses('error-without-type') ? untyped : sent
}

/** An error without its outer type is still named by its event. */
function draftOf(payload: JsonObject, uses: Uses): EventDraft {
  const event = typeof payload['type'] === 'string' ? payload['type'] : 'error'
  const marked = uses('unknown-fields') ? withUnknownFields(payload) : payload
  const text = JSON.stringify(uses('sorted-keys') ? sorted(marked) : marked)
  const data = uses('padded-json') ? `${text}      ` : text
  return uses('no-event-names') ? { data } : { event, data }
}

function withUnknownFields(payload: JsonObject): JsonObject {
  const delta = objectOf(payload['delta'])
  const marked = { ...payload, x_vendor: { trace: [1] } }
  return delta === undefined || payload['type'] !== 'message_delta'
    ? marked
    : { ...marked, delta: { ...delta, x_vendor: 1 } }
}

function sorted(payload: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)))
}
