/** One output item of a response, from its first mention to blocks of a turn. Not here: which event speaks of which item (read-turn.ts). */

import type { ReasoningBlock, ToolCallBlock, TurnBlock } from '../../turn/turn.ts'
import { listOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import type { BlockEntry } from '../reading.ts'
import type { BlockEvidence } from '../wire.ts'
import { nothingSaid, settled, type Said } from './said.ts'

export type PartKind = 'text' | 'refusal' | 'summary' | 'reasoning' | 'opaque'
type Part = {
  kind: PartKind
  index: number
  said: Said
  citations: { index: number; entry: BlockEntry }[]
  /** The part as last sent. */
  raw: JsonObject
  evidence: BlockEvidence
}

export type OutputItem = {
  /** `output_index`. */
  index: number
  type: string
  /** The item as last sent. */
  raw: JsonObject
  /** Content parts and summary parts, by `c<index>` and `s<index>`. */
  parts: Map<string, Part>
  arguments: Said
  /** `output_item.done` came, or the terminal event called the item completed. */
  ended: boolean
  evidence: BlockEvidence
}

/** How an object of the item is to be taken: as its start, its end marker, or a repetition in the terminal event. */
export type Mention = 'added' | 'done' | 'terminal'

const partKinds: Readonly<Record<string, PartKind>> = {
  output_text: 'text',
  refusal: 'refusal',
  summary_text: 'summary',
  reasoning_text: 'reasoning',
}

export function newItem(index: number, type: string, event: number): OutputItem {
  return {
    index,
    type,
    raw: { type },
    parts: new Map(),
    arguments: nothingSaid(),
    ended: false,
    evidence: { firstEvent: event, lastEvent: event },
  }
}

/** The part at a place, made when it is not there yet. */
export function partAt(item: OutputItem, kind: PartKind, index: number, event: number): Part {
  const key = `${kind === 'summary' ? 's' : 'c'}${index}`
  const known = item.parts.get(key)
  if (known !== undefined) return known
  const evidence = { firstEvent: event, lastEvent: event }
  const part: Part = { kind, index, said: nothingSaid(), citations: [], raw: {}, evidence }
  item.parts.set(key, part)
  return part
}

export function touch(evidence: BlockEvidence, event: number): void {
  evidence.lastEvent = event
}

/** A delta or a final text of one part. */
export function sayPart(part: Part, how: keyof Said, text: string, event: number): void {
  touch(part.evidence, event)
  say(part.said, how, text)
}

export function say(said: Said, how: keyof Said, text: string): void {
  if (how === 'deltas') said.deltas += text
  else if (text !== '') said[how] = text
}

export function cite(part: Part, index: number, raw: unknown, event: number): void {
  touch(part.evidence, event)
  if (part.citations.some((known) => known.index === index)) return
  const evidence = { firstEvent: event, lastEvent: event }
  part.citations.push({ index, entry: { block: { type: 'opaque', kind: 'citation', raw }, evidence } })
}

/** Takes a whole item object in. The terminal event's repetition only fills what nothing else said. */
export function mentionItem(item: OutputItem, raw: JsonObject, mention: Mention, event: number): void {
  item.raw = mention === 'terminal' && item.ended ? { ...raw, ...sentFields(item.raw) } : raw
  if (mention === 'done') item.evidence.endEvent ??= event
  if (mention !== 'terminal') touch(item.evidence, event)
  // `incomplete` is how the provider marks an item that it cut; some senders leave `in_progress` on finished ones.
  const whole = mention === 'done' ? raw['status'] !== 'incomplete' : raw['status'] === 'completed'
  item.ended ||= whole && mention !== 'added'
  const how = mention === 'done' ? 'final' : 'aside'
  say(item.arguments, how, textOf(raw['arguments']))
  listOf(raw['content']).forEach((part, index) => mentionPart(item, part, index, how, event))
  listOf(raw['summary']).forEach((part, index) => mentionPart(item, part, index, how, event))
}

function sentFields(raw: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== ''))
}

/** Takes a whole part object in. */
export function mentionPart(
  item: OutputItem,
  sent: unknown,
  index: number,
  how: 'final' | 'aside',
  event: number,
): void {
  const raw = objectOf(sent) ?? {}
  const type = textOf(raw['type'])
  const part = partAt(item, Object.hasOwn(partKinds, type) ? partKinds[type]! : 'opaque', index, event)
  part.raw = raw
  if (how === 'final') touch(part.evidence, event)
  say(part.said, how, textOf(raw[part.kind === 'refusal' ? 'refusal' : 'text']))
  listOf(raw['annotations']).forEach((annotation, at) => cite(part, at, annotation, event))
}

/** The blocks of the item, in the order of its parts. */
export function blocksOf(item: OutputItem, finish: CallEnd['finish']): BlockEntry[] {
  if (item.type === 'message') return partsOf(item).flatMap((part) => partEntries(part, item.evidence))
  if (item.type === 'reasoning') return [reasoningOf(item)]
  if (item.type === 'function_call') return [callOf(item, finish)]
  return [{ block: { type: 'opaque', kind: item.type, raw: item.raw }, evidence: item.evidence }]
}

/** Summary parts first, each kind by index. */
function partsOf(item: OutputItem): Part[] {
  const rank = (part: Part) => (part.kind === 'summary' ? 0 : 1)
  return [...item.parts.values()].toSorted((a, b) => rank(a) - rank(b) || a.index - b.index)
}

function partEntries(part: Part, { endEvent }: BlockEvidence): BlockEntry[] {
  const evidence = { ...part.evidence, ...(endEvent === undefined ? {} : { endEvent }) }
  const citations = part.citations.map(({ entry }) => entry)
  return [{ block: partBlock(part), evidence }, ...citations]
}

function partBlock(part: Part): TurnBlock {
  if (part.kind === 'text' || part.kind === 'refusal') return { type: part.kind, text: settled(part.said) }
  return { type: 'opaque', kind: textOf(part.raw['type']), raw: part.raw }
}

/** One block an item, since its encrypted content signs the item: the parts' texts joined, with nothing between them. */
function reasoningOf(item: OutputItem): BlockEntry {
  const texts = partsOf(item).map((part) => settled(part.said))
  const partBorders = texts.slice(0, -1).map((_, at) => texts.slice(0, at + 1).join('').length)
  const signature = textOf(item.raw['encrypted_content'])
  const block: ReasoningBlock = {
    type: 'reasoning',
    text: texts.join(''),
    ...(signature === '' ? {} : { signature }),
  }
  return { block, evidence: { ...item.evidence, ...(partBorders.length === 0 ? {} : { partBorders }) } }
}

function callOf(item: OutputItem, finish: CallEnd['finish']): BlockEntry {
  const text = settled(item.arguments)
  const cut = item.raw['status'] === 'incomplete'
  const block: ToolCallBlock = {
    type: 'tool-call',
    id: textOf(item.raw['call_id']),
    name: textOf(item.raw['name']),
    arguments: text,
    complete: !cut && isWholeCall({ ended: item.ended, finish, text }),
  }
  return { block, evidence: { ...item.evidence, argumentsAs: 'text' } }
}
