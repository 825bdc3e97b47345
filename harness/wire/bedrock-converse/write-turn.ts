/** A turn to the events of a ConverseStream, in a chosen spelling. Not here: blocks (write-blocks.ts), what the spellings are (spellings.ts), the binary frame (../framing/eventstream.ts). */

import type { Turn } from '../../turn/turn.ts'
import { objectOf, type JsonObject } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { isSilent } from './shape.ts'
import type { Uses } from './spellings.ts'
import { blockEvents, type Named } from './write-blocks.ts'
import { wholeUsage } from './write-body.ts'

/** The inverse of `readTurn` for a normalised turn. */
export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  const uses: Uses = (id) => choice.spellings.includes(id)
  if (isSilent(turn)) return []
  const events: Named[] = [
    ...(uses('no-message-start') ? [] : [['messageStart', { role: 'assistant' }] as const]),
    ...(uses('unknown-event') ? [['hologramStart', { hologram: 1 }] as const] : []),
    ...blockEvents(turn, { uses, fragments: choice.fragments }),
    ...endEvents(turn, uses),
  ]
  return [...events.map((event, at) => draftOf(event, at, uses)), ...exceptionsOf(turn, uses)]
}

function endEvents(turn: Turn, uses: Uses): Named[] {
  if (turn.finish?.raw === undefined) return []
  const stop = ['messageStop', { stopReason: turn.finish.raw, ...stopFields(turn, uses) }] as const
  if (turn.state !== 'closed') return [stop]
  const metadata = ['metadata', metadataOf(turn, uses)] as const
  return uses('metadata-before-stop') ? [metadata, stop] : [stop, metadata]
}

function stopFields({ meta }: Turn, uses: Uses): JsonObject {
  const stop_sequence = meta.stopSequence ?? null
  if (uses('stop-sequence-in-delta')) return { additionalModelResponseFields: { delta: { stop_sequence } } }
  const isSaid = stop_sequence !== null || uses('null-stop-sequence')
  return isSaid ? { additionalModelResponseFields: { stop_sequence } } : {}
}

function metadataOf({ usage = {} }: Turn, uses: Uses): JsonObject {
  const counts = wholeUsage(usage)
  const { totalTokens: _total, ...parts } = counts
  const doubled = uses('cache-count-names')
    ? { cacheReadInputTokenCount: usage.cacheReadTokens, cacheWriteInputTokenCount: usage.cacheWriteTokens }
    : {}
  const extras = uses('usage-extras') ? { serverToolUsage: {}, cacheDetails: [] } : {}
  return {
    usage: { ...(uses('usage-without-total') ? parts : counts), ...doubled, ...extras },
    metrics: { latencyMs: 1 },
    ...(uses('guardrail-trace') ? { trace: { guardrail: { inputAssessment: {} } } } : {}),
  }
}

/** An error message carries nothing but a code and a text, both in headers. */
function exceptionsOf({ finish }: Turn, uses: Uses): EventDraft[] {
  if (finish?.reason !== 'error') return []
  const [name = 'internalServerException', sent] =
    Object.entries(objectOf(finish.failure?.raw) ?? {})[0] ?? []
  const event = uses('capital-exception') ? name.charAt(0).toUpperCase() + name.slice(1) : name
  if (uses('error-message')) return [{ messageType: 'error', event, data: finish.failure?.message ?? '' }]
  return [{ messageType: 'exception', event, data: JSON.stringify(sent ?? {}) }]
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function draftOf([event, payload]: Named, at: number, uses: Uses): EventDraft {
  const marked = {
    ...payload,
    ...(uses('padding') ? { p: letters.slice(0, (at * 17) % letters.length) } : {}),
    ...(uses('unknown-fields') ? { xVendor: { trace: [1] } } : {}),
  }
  const ordered = uses('sorted-keys') ? sorted(marked) : marked
  return { event, data: JSON.stringify(uses('wrapped-payload') ? { [event]: ordered } : ordered) }
}

function sorted(payload: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1)))
}
