/** Output items of a turn and the events that build each of them. Not here: the events around them (write-turn.ts). */

import type {
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  ToolCallBlock,
  Turn,
  TurnBlock,
} from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import { objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { isCitation } from './normalise.ts'
import { callEndOf } from './outcomes.ts'
import type { Style } from './style.ts'

/** An event without its place in the stream. */
export type Draft = { type: string } & JsonObject

export type WrittenItem = {
  type: string
  /** The item as the terminal response repeats it. */
  final: JsonObject
  events: Draft[]
}

type Prose = { block: TextBlock | RefusalBlock; annotations: unknown[] }
type Group = Prose[] | ReasoningBlock | ToolCallBlock | Extract<TurnBlock, { type: 'opaque' }>

/** One entry an item, in the order of `output_index`. */
export function writeItems(turn: Turn, style: Style): WrittenItem[] {
  const groups = groupsOf(turn.blocks, style)
  const finish = callEndOf(turn.finish?.reason)
  return groups.map((group, index) => {
    const cut = finish === 'cut' && index === groups.length - 1
    if (Array.isArray(group)) return messageItem(group, index, cut ? 'incomplete' : 'completed', style)
    if (group.type === 'reasoning') return reasoningItem(group, index, style)
    if (group.type === 'tool-call') return callItem(group, index, finish === 'cut', style)
    return opaqueItem(objectOf(group.raw) ?? {}, index, style)
  })
}

function groupsOf(blocks: readonly TurnBlock[], style: Style): Group[] {
  const groups: Group[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (isCitation(block) && Array.isArray(last))
      last.at(-1)?.annotations.push((block as { raw: unknown }).raw)
    else if (block.type !== 'text' && block.type !== 'refusal') groups.push(block)
    else if (Array.isArray(last) && style.has('message-in-parts')) last.push({ block, annotations: [] })
    else groups.push([{ block, annotations: [] }])
  }
  return groups
}

function itemEvents(
  index: number,
  added: JsonObject,
  between: Draft[],
  done: JsonObject | undefined,
): Draft[] {
  const place = { output_index: index }
  return [
    { type: 'response.output_item.added', ...place, item: added },
    ...between,
    ...(done === undefined ? [] : [{ type: 'response.output_item.done', ...place, item: done }]),
  ]
}

function messageItem(parts: Prose[], index: number, status: string, style: Style): WrittenItem {
  const id = `msg_${index}`
  const phase = style.has('phase') ? { phase: 'final_answer' } : {}
  const item = { id, type: 'message', status, role: 'assistant', content: parts.map(partObject), ...phase }
  const between = parts.flatMap((part, at) =>
    proseEvents(part, { item_id: id, output_index: index, content_index: at }, style),
  )
  const added = { ...item, status: 'in_progress', content: [] }
  return { type: 'message', final: item, events: itemEvents(index, added, between, item) }
}

function partObject({ block, annotations }: Prose): JsonObject {
  return block.type === 'refusal'
    ? { type: 'refusal', refusal: block.text }
    : { type: 'output_text', annotations, logprobs: [], text: block.text }
}

function proseEvents(part: Prose, place: JsonObject, style: Style): Draft[] {
  const { block, annotations } = part
  if (style.has('text-only-in-item-done')) return []
  const name = block.type === 'refusal' ? 'response.refusal' : 'response.output_text'
  const logprobs = block.type === 'refusal' ? {} : { logprobs: [] }
  const whole = block.type === 'refusal' ? { refusal: block.text } : { text: block.text }
  const deltas = style.has('text-only-in-done') ? [] : fragmentsOf(block.text, style.fragments)
  const withDone = !style.has('text-without-done')
  const withPart = !style.has('no-content-parts')
  const empty = partObject({ block: { ...block, text: '' }, annotations: [] })
  return [
    ...(withPart ? [{ type: 'response.content_part.added', ...place, part: empty }] : []),
    ...deltas.map((delta) => ({ type: `${name}.delta`, ...place, delta, ...logprobs })),
    ...annotations.map((annotation, at) => annotationEvent(place, annotation, at)),
    ...(withDone ? [{ type: `${name}.done`, ...place, ...whole, ...logprobs }] : []),
    ...(withDone && withPart
      ? [{ type: 'response.content_part.done', ...place, part: partObject(part) }]
      : []),
  ]
}

function annotationEvent(place: JsonObject, annotation: unknown, at: number): Draft {
  return { type: 'response.output_text.annotation.added', ...place, annotation_index: at, annotation }
}

function reasoningItem({ text, signature }: ReasoningBlock, index: number, style: Style): WrittenItem {
  const raw = style.has('reasoning-text')
  const texts = text === '' ? [] : style.has('summary-in-parts') ? halvesOf(text) : [text]
  const parts = texts.map((part) => ({ type: raw ? 'reasoning_text' : 'summary_text', text: part }))
  const id = `rs_${index}`
  const signed = signature === undefined ? {} : { encrypted_content: signature }
  const item = {
    id,
    type: 'reasoning',
    summary: raw ? [] : parts,
    ...(raw && { content: parts }),
    ...signed,
  }
  const early =
    signature !== undefined && style.has('signature-in-added') ? { encrypted_content: 'early==' } : {}
  const added = { id, type: 'reasoning', summary: [], ...early }
  const between = style.has('reasoning-only-in-item-done')
    ? []
    : texts.flatMap((part, at) => thoughtEvents(part, at, { item_id: id, output_index: index }, raw, style))
  return { type: 'reasoning', final: item, events: itemEvents(index, added, between, item) }
}

/** Two parts, cut between characters: a converter may put a separator at the border. */
function halvesOf(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  const insidePair =
    /^[\udc00-\udfff]/.test(text.slice(middle)) && /[\ud800-\udbff]$/.test(text.slice(0, middle))
  const border = insidePair ? middle + 1 : middle
  return [text.slice(0, border), text.slice(border)].filter((half) => half !== '')
}

function thoughtEvents(text: string, at: number, of: JsonObject, raw: boolean, style: Style): Draft[] {
  const place = { ...of, ...(raw ? { content_index: at } : { summary_index: at }) }
  const name = raw ? 'response.reasoning_text' : 'response.reasoning_summary_text'
  const part = raw ? 'response.content_part' : 'response.reasoning_summary_part'
  const type = raw ? 'reasoning_text' : 'summary_text'
  return [
    { type: `${part}.added`, ...place, part: { type, text: '' } },
    ...fragmentsOf(text, style.fragments).map((delta) => ({ type: `${name}.delta`, ...place, delta })),
    { type: `${name}.done`, ...place, text },
    { type: `${part}.done`, ...place, part: { type, text } },
  ]
}

/** A call that was cut is closed by an item marked incomplete; one whose stream broke off is not closed at all. */
function callItem(call: ToolCallBlock, index: number, cut: boolean, style: Style): WrittenItem {
  const id = `fc_${index}`
  const place = { item_id: id, output_index: index }
  const status = call.complete ? 'completed' : 'incomplete'
  const item = {
    id,
    type: 'function_call',
    status,
    arguments: call.arguments,
    call_id: call.id,
    name: call.name,
  }
  const whole = style.has('arguments-only-in-done') || style.has('arguments-only-in-item-done')
  const deltas = whole ? [] : fragmentsOf(call.arguments, style.fragments)
  if (style.has('empty-arguments-delta')) deltas.unshift('')
  const withDone =
    call.complete && !style.has('arguments-only-in-item-done') && !style.has('arguments-without-done')
  const between: Draft[] = [
    ...deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    ...(withDone
      ? [
          {
            type: 'response.function_call_arguments.done',
            ...place,
            arguments: call.arguments,
            name: call.name,
          },
        ]
      : []),
  ]
  const added = { ...item, status: 'in_progress', arguments: '' }
  const done = call.complete || cut ? item : undefined
  return { type: 'function_call', final: item, events: itemEvents(index, added, between, done) }
}

/** Progress events of server tools (SDK `openai`, `ResponseStreamEvent`), between the item's two. */
const progress: Readonly<Record<string, readonly string[]>> = {
  web_search_call: ['in_progress', 'searching', 'completed'],
  file_search_call: ['in_progress', 'searching', 'completed'],
  code_interpreter_call: ['in_progress', 'interpreting', 'completed'],
}

function opaqueItem(raw: JsonObject, index: number, style: Style): WrittenItem {
  const type = textOf(raw['type'])
  const place = { item_id: raw['id'], output_index: index }
  const steps = (progress[type] ?? []).map((step) => ({ type: `response.${type}.${step}`, ...place }))
  const added = 'status' in raw ? { ...raw, status: 'in_progress' } : raw
  const input = type === 'custom_tool_call' ? inputEvents(textOf(raw['input']), place, style) : []
  const start = type === 'custom_tool_call' ? { ...added, input: '' } : added
  return { type, final: raw, events: itemEvents(index, start, [...steps, ...input], raw) }
}

function inputEvents(input: string, place: JsonObject, style: Style): Draft[] {
  const name = 'response.custom_tool_call_input'
  return [
    ...fragmentsOf(input, style.fragments).map((delta) => ({ type: `${name}.delta`, ...place, delta })),
    { type: `${name}.done`, ...place, input },
  ]
}
