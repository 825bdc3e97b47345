/** Which output item an event speaks of. Not here: what it says of it (read-turn.ts, output-items.ts). */

import { numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { mentionItem, newItem, type OutputItem } from './output-items.ts'

export type Items = {
  /** In the order of their first mention. */
  all: OutputItem[]
  /** The item that an `output_index` means now. */
  byIndex: Map<number, OutputItem>
}

export function noItems(): Items {
  return { all: [], byIndex: new Map() }
}

/** By `output_index`, as the wire orders them. */
export function inOrder(items: Items): OutputItem[] {
  return items.all.toSorted((a, b) => a.index - b.index)
}

/** An item added where a finished one, or one of another type, stands is another item: such senders reuse the index. */
export function addItem(items: Items, payload: JsonObject, raw: JsonObject, event: number): OutputItem {
  const index = numberOf(payload['output_index']) ?? nextIndex(items)
  const type = textOf(raw['type'])
  const known = items.byIndex.get(index)
  return known === undefined || known.ended || known.type !== type
    ? putItem(items, index, type, event)
    : known
}

/**
 * By `output_index`, else by id, else the last open one of the type; made when there is none. Ids come second because
 * they change from event to event behind some gateways.
 */
export function itemOf(items: Items, payload: JsonObject, type: string, event: number): OutputItem {
  const index = numberOf(payload['output_index'])
  if (index !== undefined) return items.byIndex.get(index) ?? putItem(items, index, type, event)
  const id = textOf(payload['item_id']) || textOf(objectOf(payload['item'])?.['id'])
  const byId = id === '' ? undefined : items.all.find((item) => item.raw['id'] === id)
  const last = items.all.findLast((item) => item.type === type && !item.ended)
  return byId ?? last ?? putItem(items, nextIndex(items), type, event)
}

/** The n-th item of a type in the terminal output is the n-th streamed one: some senders leave out others before it. */
export function fillFrom(items: Items, output: readonly unknown[], event: number): void {
  const streamed = Map.groupBy(inOrder(items), ({ type }) => type)
  output.forEach((sent, at) => {
    const raw = objectOf(sent)
    if (raw === undefined) return
    const type = textOf(raw['type'])
    const index = items.byIndex.has(at) ? nextIndex(items) : at
    const item = streamed.get(type)?.shift() ?? putItem(items, index, type, event)
    mentionItem(item, raw, 'terminal', event)
  })
}

function putItem(items: Items, index: number, type: string, event: number): OutputItem {
  const item = newItem(index, type, event)
  items.all.push(item)
  items.byIndex.set(index, item)
  return item
}

function nextIndex({ all }: Items): number {
  return all.reduce((next, { index }) => Math.max(next, index + 1), 0)
}
