/** One content block of a ConverseStream, from its first event over its deltas to blocks of a turn. Not here: which event speaks of which block (read-turn.ts). */

import type { ToolCallBlock, TurnBlock } from '../../turn/turn.ts'
import { objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import type { BlockEntry } from '../reading.ts'
import type { BlockEvidence } from '../wire.ts'

/** `unknown`: nothing but an empty start or citations so far. */
type Kind = 'unknown' | 'text' | 'reasoning' | 'tool-call' | 'opaque'

export type ContentBlock = {
  kind: Kind
  /** Member of the start's or the delta's union that an opaque block or a call is, e.g. `toolUse`. */
  member: string
  /** The value of that member, for an opaque block with its deltas applied. */
  value: JsonObject
  /** Joined text, reasoning text, or tool input. */
  text: string
  signature: string
  redacted: string
  citations: BlockEntry[]
  evidence: BlockEvidence
}

/** Text and reasoning have no start of their own; a start is a union with one member, or empty. */
export function startBlock(start: JsonObject, event: number): ContentBlock {
  const [member, value] = memberOf(start)
  const kind = member === '' ? 'unknown' : isClientCall(member, value) ? 'tool-call' : 'opaque'
  return {
    kind,
    member,
    value,
    text: '',
    signature: '',
    redacted: '',
    citations: [],
    evidence: { firstEvent: event, lastEvent: event },
  }
}

/** Tools that the service runs itself have a type (SDK, `ToolUseBlockStart.type`), e.g. `server_tool_use`. */
function isClientCall(member: string, value: JsonObject): boolean {
  return member === 'toolUse' && (value['type'] === undefined || value['type'] === null)
}

function memberOf(union: JsonObject): [string, JsonObject] {
  const [key, value] = Object.entries(union).find(([, value]) => value !== undefined && value !== null) ?? [
    '',
    {},
  ]
  return [key, objectOf(value) ?? {}]
}

const kindsByDelta: Readonly<Record<string, Kind>> = {
  text: 'text',
  reasoningContent: 'reasoning',
  toolUse: 'tool-call',
}

/** Whether the delta goes on with the block. A delta of another kind opens a block in its place: some proxies reuse an index. */
export function continues(block: ContentBlock, delta: JsonObject): boolean {
  const [member] = memberOf(delta)
  const kind = Object.hasOwn(kindsByDelta, member) ? kindsByDelta[member] : undefined
  if (kind === undefined || block.kind === 'unknown' || block.kind === kind) return true
  return block.kind === 'opaque' && block.member === member
}

/** A member that no kind of block has is kept in an opaque block and changes nothing in another. */
export function applyDelta(block: ContentBlock, delta: JsonObject, event: number): void {
  block.evidence.lastEvent = event
  const [member, value] = memberOf(delta)
  if (member === 'citation') {
    block.citations.push({
      block: { type: 'opaque', kind: 'citation', raw: delta['citation'] },
      evidence: { firstEvent: event, lastEvent: event },
    })
    return
  }
  if (block.kind === 'unknown') becomeKind(block, member)
  if (block.kind === 'text') block.text += textOf(delta['text'])
  else if (block.kind === 'reasoning') {
    block.text += textOf(value['text'])
    block.signature += textOf(value['signature'])
    block.redacted += textOf(value['redactedContent'])
  } else if (member === 'toolUse') block.text += textOf(value['input'])
  else if (block.kind === 'opaque' && member === block.member) block.value = grown(block.value, delta[member])
}

function becomeKind(block: ContentBlock, member: string): void {
  block.kind =
    (Object.hasOwn(kindsByDelta, member) ? kindsByDelta[member] : undefined) ??
    (member === '' ? 'unknown' : 'opaque')
  block.member = member
}

/** A list is more content of a tool result, an object has fields to add, a text goes on. */
function grown(value: JsonObject, delta: unknown): JsonObject {
  if (typeof delta === 'string') return { ...value, text: textOf(value['text']) + delta }
  if (!Array.isArray(delta)) return { ...value, ...objectOf(delta) }
  const before = Array.isArray(value['content']) ? value['content'] : []
  return { ...value, content: [...before, ...delta] }
}

/** The block, then its citations. */
export function blocksOf(block: ContentBlock, finish: CallEnd['finish']): BlockEntry[] {
  const own = blockOf(block, finish)
  return [...(own === undefined ? [] : [{ block: own, evidence: evidenceOf(block) }]), ...block.citations]
}

function blockOf(block: ContentBlock, finish: CallEnd['finish']): TurnBlock | undefined {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'reasoning':
      return reasoningOf(block)
    case 'tool-call':
      return callOf(block, finish)
    case 'opaque':
      return opaqueOf(block)
    case 'unknown':
      return undefined
  }
}

function reasoningOf({ text, signature, redacted }: ContentBlock): TurnBlock {
  if (redacted !== '' && text === '') return { type: 'reasoning', text, redacted: true, signature: redacted }
  return { type: 'reasoning', text, ...(signature === '' ? {} : { signature }) }
}

function callOf(block: ContentBlock, finish: CallEnd['finish']): ToolCallBlock {
  const text = argumentsCameAs(block) === 'value' ? jsonText(block.value['input']) : block.text
  return {
    type: 'tool-call',
    id: textOf(block.value['toolUseId']),
    name: textOf(block.value['name']),
    arguments: text,
    complete: isWholeCall({ ended: block.evidence.endEvent !== undefined, finish, text }),
  }
}

/** `input` has no place in a start, but some senders put `{}` or the whole value there. */
function argumentsCameAs(block: ContentBlock): 'text' | 'value' {
  const input = objectOf(block.value['input'])
  return block.text === '' && input !== undefined && Object.keys(input).length > 0 ? 'value' : 'text'
}

function evidenceOf(block: ContentBlock): BlockEvidence {
  return block.kind === 'tool-call'
    ? { ...block.evidence, argumentsAs: argumentsCameAs(block) }
    : block.evidence
}

/** In `raw` the block stands under its member, as in an answer that is not streamed. */
function opaqueOf({ member, value, text }: ContentBlock): TurnBlock {
  const whole = text === '' ? value : { ...value, input: parseJson(text) ?? text }
  return { type: 'opaque', kind: textOf(value['type']) || member, raw: { [member]: whole } }
}
