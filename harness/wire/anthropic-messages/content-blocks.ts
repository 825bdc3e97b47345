/** One content block of a message, from its start over its deltas to blocks of a turn. Not here: which event speaks of which block (read-turn.ts). */

import type { ToolCallBlock, TurnBlock, TurnFinish } from '../../turn/turn.ts'
import { listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import type { BlockEntry } from '../reading.ts'
import type { BlockEvidence } from '../wire.ts'

type Kind = 'text' | 'reasoning' | 'tool-call' | 'opaque'
export type ContentBlock = {
  kind: Kind
  /** `content_block` as started; for an opaque block with its deltas applied. */
  start: JsonObject
  /** Joined text or thinking, what the start held included. */
  text: string
  /** Joined `signature_delta`s. */
  signature: string
  /** Joined `partial_json`. */
  json: string
  citations: BlockEntry[]
  evidence: BlockEvidence
}

const kinds: Readonly<Record<string, Kind>> = {
  text: 'text',
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  tool_use: 'tool-call',
}

/** Server tools, their results, and types nobody knows yet are opaque: new ones may come at any time. */
export function startBlock(start: JsonObject, event: number): ContentBlock {
  const type = textOf(start['type'])
  const kind = (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'opaque'
  return {
    kind,
    start,
    text: textOf(kind === 'reasoning' ? start['thinking'] : start['text']),
    signature: '',
    json: '',
    citations: listOf(start['citations']).map((raw) => citationEntry(raw, event)),
    evidence: { firstEvent: event, lastEvent: event },
  }
}

/** The start that a delta implies, for senders that leave `content_block_start` out. */
export function impliedStart(delta: JsonObject): JsonObject | undefined {
  switch (delta['type']) {
    case 'text_delta':
      return { type: 'text' }
    case 'thinking_delta':
    case 'signature_delta':
      return { type: 'thinking' }
    case 'input_json_delta':
      return { type: 'tool_use' }
    default:
      return undefined
  }
}

/** A delta of an unknown type, or of a type that does not belong to the block, changes nothing. */
export function applyDelta(block: ContentBlock, delta: JsonObject, event: number): void {
  block.evidence.lastEvent = event
  const type = delta['type']
  if (type === 'input_json_delta') block.json += textOf(delta['partial_json'])
  else if (block.kind === 'opaque') block.start = grown(block.start, delta)
  else if (type === 'text_delta' && block.kind === 'text') block.text += textOf(delta['text'])
  else if (type === 'thinking_delta' && block.kind === 'reasoning') block.text += textOf(delta['thinking'])
  else if (type === 'signature_delta' && block.kind === 'reasoning')
    block.signature += textOf(delta['signature'])
  else if (type === 'citations_delta' && block.kind === 'text')
    block.citations.push(citationEntry(delta['citation'], event))
}

/** Strings are appended, other values replace: `compaction_delta` and its kind carry fields of their block. */
function grown(start: JsonObject, delta: JsonObject): JsonObject {
  const fields = Object.entries(delta).filter(([key]) => key !== 'type')
  return {
    ...start,
    ...Object.fromEntries(
      fields.map(([key, value]) => [key, typeof value === 'string' ? textOf(start[key]) + value : value]),
    ),
  }
}

function citationEntry(raw: unknown, event: number): BlockEntry {
  return {
    block: { type: 'opaque', kind: 'citation', raw },
    evidence: { firstEvent: event, lastEvent: event },
  }
}

/** What a finish says about the calls before it. */
export function callEndOf(finish: TurnFinish | undefined): CallEnd['finish'] {
  if (finish === undefined || finish.reason === 'error') return 'none'
  return finish.reason === 'max-tokens' || finish.reason === 'content-filter' ? 'cut' : 'fair'
}

/** The block, then its citations. */
export function blocksOf(block: ContentBlock, finish: CallEnd['finish']): BlockEntry[] {
  return [{ block: blockOf(block, finish), evidence: evidenceOf(block) }, ...block.citations]
}

function blockOf(block: ContentBlock, finish: CallEnd['finish']): TurnBlock {
  if (block.kind === 'text') return { type: 'text', text: block.text }
  if (block.kind === 'reasoning') return reasoningOf(block)
  if (block.kind === 'tool-call') return callOf(block, finish)
  return { type: 'opaque', kind: textOf(block.start['type']), raw: opaqueOf(block) }
}

function reasoningOf({ start, text, signature }: ContentBlock): TurnBlock {
  if (start['type'] === 'redacted_thinking') {
    const data = textOf(start['data'])
    return { type: 'reasoning', text: '', redacted: true, ...(data === '' ? {} : { signature: data }) }
  }
  const signed = signature === '' ? textOf(start['signature']) : signature
  return { type: 'reasoning', text, ...(signed === '' ? {} : { signature: signed }) }
}

function callOf(block: ContentBlock, finish: CallEnd['finish']): ToolCallBlock {
  const text = argumentsCameAs(block) === 'value' ? jsonText(block.start['input']) : block.json
  return {
    type: 'tool-call',
    id: textOf(block.start['id']),
    name: textOf(block.start['name']),
    arguments: text,
    complete: isWholeCall({ ended: block.evidence.endEvent !== undefined, finish, text }),
  }
}

/** `input` is `{}` in every start from the provider itself; a filled one is the value, unless deltas replace it. */
function argumentsCameAs(block: ContentBlock): 'text' | 'value' {
  const input = block.start['input']
  const isEmpty = input === undefined || input === null || input === '' || isEmptyObject(input)
  return block.json === '' && !isEmpty ? 'value' : 'text'
}

function isEmptyObject(value: unknown): boolean {
  const object = objectOf(value)
  return object !== undefined && Object.keys(object).length === 0
}

function evidenceOf(block: ContentBlock): BlockEvidence {
  return block.kind === 'tool-call'
    ? { ...block.evidence, argumentsAs: argumentsCameAs(block) }
    : block.evidence
}

function opaqueOf({ start, json }: ContentBlock): JsonObject {
  return json === '' ? start : { ...start, input: parseJson(json) ?? json }
}
