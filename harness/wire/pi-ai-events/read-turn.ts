/** The assistant message events of pi-ai to the turn they say. Not here: single content entries (content-entries.ts), error texts (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { TurnFinish, TurnMeta, TurnUsage, UsageField } from '../../turn/turn.ts'
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import type { CallEnd } from '../whole-call.ts'
import { damageAt, readingOf } from '../reading.ts'
import type { BlockEvidence, Damage, Reading, WireEvent } from '../wire.ts'
import {
  argumentsCameAs,
  blockOf,
  kindOf,
  openEntry,
  refreshEntry,
  updateEntry,
  type ContentEntry,
  type EntryKind,
} from './content-entries.ts'
import { reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'

/** The message so far. */
type Message = {
  entries: Map<number, ContentEntry>
  meta: TurnMeta
  usage?: TurnUsage
  finish?: TurnFinish
  finishEvent?: number
  damage?: Damage
}

/** What an update event does to its entry: which kind it is of, and at which stage. */
type Update = { kind: EntryKind; stage: 'start' | 'delta' | 'end' }

const updates: Readonly<Record<string, Update>> = {
  text_start: { kind: 'text', stage: 'start' },
  text_delta: { kind: 'text', stage: 'delta' },
  text_end: { kind: 'text', stage: 'end' },
  thinking_start: { kind: 'reasoning', stage: 'start' },
  thinking_delta: { kind: 'reasoning', stage: 'delta' },
  thinking_end: { kind: 'reasoning', stage: 'end' },
  toolcall_start: { kind: 'tool-call', stage: 'start' },
  toolcall_delta: { kind: 'tool-call', stage: 'delta' },
  toolcall_end: { kind: 'tool-call', stage: 'end' },
}

/** Nothing after `done`, `error` or a damage is part of the turn. */
export function readTurn(events: readonly WireEvent[]): Reading {
  const message: Message = { entries: new Map(), meta: {} }
  for (const event of events) {
    readEvent(message, event)
    if (message.finish !== undefined || message.damage !== undefined) break
  }
  return readingOfMessage(message)
}

function readEvent(message: Message, event: WireEvent): void {
  const payload = objectOf(event.payload)
  if (event.damage !== undefined || payload === undefined)
    return noteDamage(message, event, event.damage ?? 'it is not a JSON object')
  const type = textOf(payload['type'])
  if (type === 'done') return readDone(message, payload, event.index)
  if (type === 'error') return readFailed(message, payload, event.index)
  const partial = objectOf(payload['partial'])
  if (partial !== undefined) readMeta(message, partial)
  const update = Object.hasOwn(updates, type) ? updates[type] : undefined
  if (update === undefined) return
  const at = numberOf(payload['contentIndex'])
  if (at === undefined) return noteDamage(message, event, `\`${type}\` has no \`contentIndex\``)
  readUpdate(entryAt(message, at, update.kind, event.index), update, payload, event.index)
  refreshEntries(message, partial)
}

function entryAt(message: Message, at: number, kind: EntryKind, event: number): ContentEntry {
  const entry = message.entries.get(at) ?? openEntry(kind, event)
  message.entries.set(at, entry)
  return entry
}

function readUpdate(entry: ContentEntry, { stage }: Update, payload: JsonObject, event: number): void {
  entry.evidence.lastEvent = event
  if (stage === 'delta') entry.text += textOf(payload['delta'])
  if (stage !== 'end') return
  entry.ended = true
  if (entry.kind === 'tool-call') return updateEntry(entry, payload['toolCall'])
  // The end event is the authority over the deltas, says the type's own documentation.
  entry.text = typeof payload['content'] === 'string' ? payload['content'] : entry.text
  entry.evidence.endEvent = event
}

/** Ids, names and signatures are told by the message that comes along, at whatever event they appear in it. */
function refreshEntries(message: Message, source: JsonObject | undefined): void {
  const content = listOf(source?.['content'])
  for (const [at, entry] of message.entries) {
    const value = objectOf(content[at])
    if (value !== undefined && kindOf(value['type']) === entry.kind) refreshEntry(entry, value)
  }
}

/** Content that no event spoke of, as in a result that was fetched whole. */
function addUntold(message: Message, source: JsonObject | undefined, event: number): void {
  for (const [at, value] of listOf(source?.['content']).entries()) {
    const content = objectOf(value)
    const kind = kindOf(content?.['type'])
    if (message.entries.has(at) || content === undefined || kind === undefined) continue
    const entry = entryAt(message, at, kind, event)
    entry.ended = true
    entry.text = textOf(kind === 'reasoning' ? content['thinking'] : content['text'])
    updateEntry(entry, content)
  }
}

function readMeta(message: Message, source: JsonObject): void {
  const model = textOf(source['responseModel']) || textOf(source['model'])
  const responseId = textOf(source['responseId'])
  if (model !== '') message.meta.model = model
  if (responseId !== '') message.meta.responseId = responseId
}

/** Where pi-ai keeps each count; its `input` is without cached tokens, its `output` with reasoning. */
const usageKeys: Readonly<Record<UsageField, string>> = {
  inputTokens: 'input',
  cacheReadTokens: 'cacheRead',
  cacheWriteTokens: 'cacheWrite',
  outputTokens: 'output',
  reasoningTokens: 'reasoning',
}

function usageOf(source: JsonObject | undefined): TurnUsage | undefined {
  const raw = objectOf(source?.['usage'])
  if (raw === undefined) return undefined
  const counts = Object.entries(usageKeys).map(([field, key]) => [field, numberOf(raw[key])] as const)
  return { ...Object.fromEntries(counts.filter(([, count]) => count !== undefined)), raw }
}

function readFinal(message: Message, source: JsonObject | undefined, event: number): void {
  addUntold(message, source, event)
  refreshEntries(message, source)
  if (source !== undefined) readMeta(message, source)
  const usage = usageOf(source)
  if (usage !== undefined) message.usage = usage
  message.finishEvent = event
}

function readDone(message: Message, payload: JsonObject, event: number): void {
  const final = objectOf(payload['message'])
  readFinal(message, final, event)
  const pending = final?.['stopReason'] === 'pending'
  const raw = pending ? 'pending' : textOf(payload['reason'])
  const reason = reasonOf(raw)
  message.finish = reason === 'error' ? { reason, raw, failure: unfinishedFailure(payload) } : { reason, raw }
}

function unfinishedFailure(payload: JsonObject): Failure {
  const text = 'The stream ended with `done` while its message was still pending.'
  return { code: 'UNKNOWN', message: text, raw: payload['reason'] }
}

function readFailed(message: Message, payload: JsonObject, event: number): void {
  readFinal(message, objectOf(payload['error']), event)
  const failure = readInBandError(payload)
  message.finish = { reason: failure.code === 'ABORTED' ? 'aborted' : 'error', failure }
}

function noteDamage(message: Message, event: WireEvent, reason: string): void {
  const { damage, failure } = damageAt(event, reason)
  message.damage = damage
  if (failure) message.finish = { reason: 'error', failure }
}

function callEndOf(finish: TurnFinish | undefined): CallEnd['finish'] {
  if (finish === undefined || finish.failure !== undefined) return 'none'
  return finish.reason === 'max-tokens' ? 'cut' : 'fair'
}

function evidenceOf(entry: ContentEntry): BlockEvidence {
  return entry.kind === 'tool-call'
    ? { ...entry.evidence, argumentsAs: argumentsCameAs(entry) }
    : entry.evidence
}

function readingOfMessage(message: Message): Reading {
  const ordered = [...message.entries].sort(([a], [b]) => a - b).map(([, entry]) => entry)
  const end = callEndOf(message.finish)
  const { finishEvent } = message
  return readingOf({
    ...message,
    entries: ordered.map((entry) => ({ block: blockOf(entry, end), evidence: evidenceOf(entry) })),
    state: finishEvent === undefined ? 'open' : 'closed',
    terminatorEvent: finishEvent,
  })
}
