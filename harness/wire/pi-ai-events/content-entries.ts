/** One entry of `message.content`, from its start event over its deltas to a block of a turn. Not here: which event speaks of which entry (read-turn.ts). */

import { isDeepStrictEqual } from 'node:util'
import type { ReasoningBlock, ToolCallBlock, TurnBlock } from '../../turn/turn.ts'
import { objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import type { BlockEvidence } from '../wire.ts'

export type EntryKind = 'text' | 'reasoning' | 'tool-call'

export type ContentEntry = {
  kind: EntryKind
  /** Joined deltas. */
  text: string
  /** What the latest event held at this place of the message, `{}` where nothing stood there yet. */
  latest: JsonObject
  /** The end event was seen, so `latest` is final. */
  ended: boolean
  evidence: BlockEvidence
}

const kinds: Readonly<Record<string, EntryKind>> = {
  text: 'text',
  thinking: 'reasoning',
  toolCall: 'tool-call',
}

/** The kind a content entry's `type` names. */
export function kindOf(type: unknown): EntryKind | undefined {
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
}

export function openEntry(kind: EntryKind, event: number): ContentEntry {
  return { kind, text: '', latest: {}, ended: false, evidence: { firstEvent: event, lastEvent: event } }
}

/** Takes over what a whole content entry says. A field that became empty is kept as it was: identity never shrinks. */
export function updateEntry(entry: ContentEntry, value: unknown): void {
  const seen = Object.entries(objectOf(value) ?? {}).filter(([, field]) => field !== '')
  entry.latest = { ...entry.latest, ...Object.fromEntries(seen) }
}

/** The same from the message that comes along, whose arguments are a preview until the call's own end. */
export function refreshEntry(entry: ContentEntry, value: JsonObject): void {
  const { arguments: _preview, argumentsError: _error, ...rest } = value
  updateEntry(entry, rest)
}

export function blockOf(entry: ContentEntry, finish: CallEnd['finish']): TurnBlock {
  if (entry.kind === 'text') return { type: 'text', text: entry.text }
  return entry.kind === 'reasoning' ? reasoningOf(entry) : callOf(entry, finish)
}

/** The text of redacted reasoning is pi-ai's own placeholder, which no provider said. */
function reasoningOf({ text, latest }: ContentEntry): ReasoningBlock {
  const signature = textOf(latest['thinkingSignature'])
  const signed = signature === '' ? {} : { signature }
  if (latest['redacted'] === true) return { type: 'reasoning', text: '', ...signed, redacted: true }
  return { type: 'reasoning', text, ...signed }
}

/** pi-ai ends calls before it reports a cut, so its end event proves nothing: only the finish makes a call whole. */
function callOf(entry: ContentEntry, finish: CallEnd['finish']): ToolCallBlock {
  const text = argumentsOf(entry)
  const signature = textOf(entry.latest['thoughtSignature'])
  return {
    type: 'tool-call',
    id: textOf(entry.latest['id']),
    name: textOf(entry.latest['name']),
    arguments: text,
    complete: isWholeCall({ ended: false, finish, text }),
    ...(signature === '' ? {} : { signature }),
  }
}

/** The deltas, unless the ended call holds another value than they spell, as where a provider sent the value at once. */
export function argumentsOf(entry: ContentEntry): string {
  return argumentsCameAs(entry) === 'value' ? JSON.stringify(entry.latest['arguments']) : entry.text
}

export function argumentsCameAs({ ended, latest, text }: ContentEntry): 'text' | 'value' {
  const value = objectOf(latest['arguments'])
  if (!ended || value === undefined || latest['argumentsError'] !== undefined) return 'text'
  if (text === '') return Object.keys(value).length === 0 ? 'text' : 'value'
  const spelled = parseJson(text)
  return spelled === undefined || isDeepStrictEqual(asJson(spelled), asJson(value)) ? 'text' : 'value'
}

/** Events may have passed through JSON, which knows neither `-0` nor `Infinity`. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
