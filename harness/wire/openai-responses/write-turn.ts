/** A turn to the events of a Responses stream, under any spelling. Not here: single items (write-item.ts), response objects (write-body.ts). */

import type { Turn } from '../../turn/turn.ts'
import { objectOf } from '../json-fields.ts'
import type { EventDraft, WriteChoice } from '../wire.ts'
import { isErrorEvent } from './normalise.ts'
import { styleOf, type Style } from './style.ts'
import { finalResponse, startedResponse, statusOf } from './write-body.ts'
import { writeItems, type Draft, type WrittenItem } from './write-item.ts'

export function writeTurn(turn: Turn, choice: WriteChoice): EventDraft[] {
  const style = styleOf(choice)
  const items = writeItems(turn, style)
  const streamed = style.has('items-only-in-completed') ? [] : inOrder(items, style)
  const drafts = [...startEvents(turn, style), ...streamed, ...endEvents(turn, items, style)]
  const framed = withExtraEvents(drafts, style)
    .map((draft, at) => decorated(draft, at, style))
    .map(({ draft, verbatim }, at) => eventDraft(draft, at, verbatim, style))
  return style.has('done-trailer') && turn.finish !== undefined ? [...framed, { data: '[DONE]' }] : framed
}

function startEvents(turn: Turn, style: Style): Draft[] {
  if (style.has('no-created')) return []
  const state = (type: string, status: string) => ({ type, response: startedResponse(turn, status, style) })
  return [
    state('response.created', style.has('queued') ? 'queued' : 'in_progress'),
    ...(style.has('queued') ? [state('response.queued', 'queued')] : []),
    state('response.in_progress', 'in_progress'),
  ]
}

function endEvents(turn: Turn, items: readonly WrittenItem[], style: Style): Draft[] {
  if (turn.finish === undefined) return []
  const terminal = { type: `response.${statusOf(turn)}`, response: finalResponse(turn, items, style) }
  const raw = turn.finish.failure?.raw
  if (!isErrorEvent(raw)) return [terminal]
  // Sent as it is, with neither type nor sequence number added.
  const error = objectOf(raw) as Draft
  return style.has('error-then-failed') ? [error, terminal] : [error]
}

/** One item after the other, or events of adjacent calls in turns. */
function inOrder(items: readonly WrittenItem[], style: Style): Draft[] {
  if (!style.has('interleaved-calls')) return items.flatMap(({ events }) => events)
  const runs: WrittenItem[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (item.type === 'function_call' && last?.[0]?.type === 'function_call') last.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => interleaved(run.map(({ events }) => events)))
}

function interleaved(lists: readonly Draft[][]): Draft[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (list[at] === undefined ? [] : [list[at]])),
  ).flat()
}

/** An extra event after every second one, never behind the end. */
function withExtraEvents(drafts: readonly Draft[], style: Style): Draft[] {
  const extra: Draft | undefined = style.has('unknown-events')
    ? { type: 'response.weather_report.changed', output_index: 0, report: { sky: 'clear' } }
    : style.has('keepalive-events')
      ? { type: 'keepalive' }
      : undefined
  if (extra === undefined) return [...drafts]
  return drafts.flatMap((draft, at) => (at % 2 === 1 && at < drafts.length - 1 ? [draft, extra] : [draft]))
}

const ownedTypes: ReadonlySet<unknown> = new Set(['message', 'reasoning', 'function_call'])

/** Field spellings that concern every event alike. Ids of opaque items are part of the turn and stay. */
function decorated(draft: Draft, at: number, style: Style): { draft: Draft; verbatim: boolean } {
  if (isErrorEvent(draft)) return { draft, verbatim: true }
  const id = style.has('rotating-item-ids') ? `rotated_${at}` : undefined
  const renames = id !== undefined || style.has('no-item-ids')
  const item = objectOf(draft['item'])
  const changed: Record<string, unknown> = { ...draft }
  if (renames && 'item_id' in draft) changed['item_id'] = id
  if (renames && item !== undefined && ownedTypes.has(item['type'])) changed['item'] = { ...item, id }
  if (style.has('obfuscation') && 'delta' in draft) changed['obfuscation'] = 'x'.repeat((at % 7) + 1)
  return { draft: changed as Draft, verbatim: false }
}

function eventDraft(draft: Draft, at: number, verbatim: boolean, style: Style): EventDraft {
  const data = JSON.stringify(verbatim ? draft : { ...draft, sequence_number: at })
  const type: unknown = draft.type
  return style.has('no-event-names') || typeof type !== 'string' ? { data } : { event: type, data }
}
