/** Events of a Responses stream to the turn they say (https://platform.openai.com/docs/api-reference/responses-streaming). Not here: single items (output-items.ts), token counts (read-usage.ts), error objects (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { TurnFinish, TurnMeta, TurnUsage } from '../../turn/turn.ts'
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { noteDamage, readingOf } from '../reading.ts'
import type { Damage, Reading, WireEvent } from '../wire.ts'
import { callEndOf, reasonOf } from './outcomes.ts'
import { addItem, fillFrom, inOrder, itemOf, noItems, type Items } from './item-lookup.ts'
import {
  blocksOf,
  cite,
  mentionItem,
  mentionPart,
  partAt,
  say,
  sayPart,
  touch,
  type PartKind,
} from './output-items.ts'
import { readInBandError } from './read-error.ts'
import { readUsage } from './read-usage.ts'

/** The response so far. */
type Response = {
  meta: TurnMeta
  items: Items
  usage?: TurnUsage | undefined
  /** Status word of the terminal event, and its reason when incomplete. */
  ending?: { status: string; reason: string }
  failure?: Failure
  finishEvent?: number
  terminatorEvent?: number
  damage?: Damage
}

/** After an error only the terminal event behind it is read (usage); after a damage or the terminal event nothing is. */
export function readTurn(events: readonly WireEvent[]): Reading {
  const response: Response = { meta: {}, items: noItems() }
  for (const event of events) {
    readEvent(response, event)
    if (response.terminatorEvent !== undefined || response.damage !== undefined) break
  }
  return readingOfResponse(response)
}

function readEvent(response: Response, event: WireEvent): void {
  // Gateways put the `[DONE]` of chat completions behind the stream.
  if (event.data.trim() === '' || event.data.trim() === '[DONE]') return
  const payload = objectOf(event.payload)
  if (event.damage !== undefined || payload === undefined) {
    if (response.failure !== undefined) return
    return noteDamage(response, event, event.damage ?? 'the data is not a JSON object')
  }
  const type = textOf(payload['type']) || (event.event ?? '')
  if (Object.hasOwn(terminals, type)) return readTerminal(response, payload, terminals[type]!, event.index)
  // The answer that is not streamed is the response object alone.
  if (type === '' && payload['object'] === 'response')
    return readTerminal(response, { response: payload }, '', event.index)
  if (response.failure !== undefined) return
  if (isError(type, payload)) return noteFailure(response, readInBandError(payload), event.index)
  if (Object.hasOwn(pieces, type)) return readPiece(response, payload, pieces[type]!, event.index)
  // A type without a handler is a new or a server tool's event: the SDK's union grows, so it is tolerated.
  if (Object.hasOwn(handlers, type)) handlers[type]!(response, payload, event.index)
  else readUnhandled(response, payload, event.index)
}

/** `{type:"error"}`, an event named error, or a bare `{error}` as proxies send it. */
function isError(type: string, payload: JsonObject): boolean {
  return type === 'error' || (type === '' && (payload['error'] ?? null) !== null)
}

function noteFailure(response: Response, failure: Failure, event: number): void {
  response.failure = failure
  response.finishEvent = event
}

/** An event that says a piece of text: of which part or call, in which field, and whether it is a delta or the whole. */
type Piece = { part: PartKind | 'arguments'; field: string; how: 'deltas' | 'final' }

const pieces: Readonly<Record<string, Piece>> = {
  'response.output_text.delta': { part: 'text', field: 'delta', how: 'deltas' },
  'response.output_text.done': { part: 'text', field: 'text', how: 'final' },
  'response.refusal.delta': { part: 'refusal', field: 'delta', how: 'deltas' },
  'response.refusal.done': { part: 'refusal', field: 'refusal', how: 'final' },
  'response.reasoning_summary_text.delta': { part: 'summary', field: 'delta', how: 'deltas' },
  'response.reasoning_summary_text.done': { part: 'summary', field: 'text', how: 'final' },
  'response.reasoning_text.delta': { part: 'reasoning', field: 'delta', how: 'deltas' },
  'response.reasoning_text.done': { part: 'reasoning', field: 'text', how: 'final' },
  'response.function_call_arguments.delta': { part: 'arguments', field: 'delta', how: 'deltas' },
  'response.function_call_arguments.done': { part: 'arguments', field: 'arguments', how: 'final' },
}

const itemTypes: Readonly<Record<Piece['part'], string>> = {
  text: 'message',
  refusal: 'message',
  opaque: 'message',
  summary: 'reasoning',
  reasoning: 'reasoning',
  arguments: 'function_call',
}

function readPiece(response: Response, payload: JsonObject, piece: Piece, event: number): void {
  const item = itemOf(response.items, payload, itemTypes[piece.part], event)
  const text = textOf(payload[piece.field])
  touch(item.evidence, event)
  if (piece.part === 'arguments') say(item.arguments, piece.how, text)
  else sayPart(partAt(item, piece.part, partIndex(payload), event), piece.how, text, event)
}

function partIndex(payload: JsonObject): number {
  return numberOf(payload['content_index']) ?? numberOf(payload['summary_index']) ?? 0
}

type Handler = (response: Response, payload: JsonObject, event: number) => void

const handlers: Readonly<Record<string, Handler>> = {
  'response.created': (response, payload) => readMeta(response, payload),
  'response.queued': (response, payload) => readMeta(response, payload),
  'response.in_progress': (response, payload) => readMeta(response, payload),
  'response.output_item.added': (response, payload, event) => {
    const raw = objectOf(payload['item'])
    if (raw !== undefined) mentionItem(addItem(response.items, payload, raw, event), raw, 'added', event)
  },
  'response.output_item.done': (response, payload, event) => {
    const raw = objectOf(payload['item'])
    if (raw === undefined) return
    const item = itemOf(response.items, payload, textOf(raw['type']), event)
    mentionItem(item, raw, 'done', event)
  },
  'response.content_part.added': (response, payload, event) => readPart(response, payload, 'aside', event),
  'response.content_part.done': (response, payload, event) => readPart(response, payload, 'final', event),
  'response.reasoning_summary_part.added': (response, payload, event) =>
    readPart(response, payload, 'aside', event),
  'response.reasoning_summary_part.done': (response, payload, event) =>
    readPart(response, payload, 'final', event),
  'response.output_text.annotation.added': (response, payload, event) => {
    const part = partAt(itemOf(response.items, payload, 'message', event), 'text', partIndex(payload), event)
    cite(part, numberOf(payload['annotation_index']) ?? part.citations.length, payload['annotation'], event)
  },
}

/** Ids rotate behind GitHub Copilot (https://github.com/vercel/ai, packages/openai fixtures), so the first one said is kept. */
function readMeta(response: Response, payload: JsonObject): void {
  const sent = objectOf(payload['response']) ?? {}
  const id = textOf(sent['id'])
  const model = textOf(sent['model'])
  if (id !== '') response.meta.responseId ??= id
  if (model !== '') response.meta.model ??= model
}

function readPart(response: Response, payload: JsonObject, how: 'aside' | 'final', event: number): void {
  const kind = textOf(objectOf(payload['part'])?.['type'])
  const type = kind === 'summary_text' || kind === 'reasoning_text' ? 'reasoning' : 'message'
  const item = itemOf(response.items, payload, type, event)
  touch(item.evidence, event)
  mentionPart(item, payload['part'], partIndex(payload), how, event)
}

/** Progress of a server tool: it speaks of an item that is known, and adds nothing to it. */
function readUnhandled(response: Response, payload: JsonObject, event: number): void {
  const item = response.items.byIndex.get(numberOf(payload['output_index']) ?? -1)
  if (item !== undefined && item.evidence.endEvent === undefined) touch(item.evidence, event)
}

/** Terminal events and the status they stand for; `response.done` of some gateways leaves it to the response object. */
const terminals: Readonly<Record<string, string>> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
  'response.failed': 'failed',
  'response.cancelled': 'cancelled',
  'response.done': '',
}

function readTerminal(response: Response, payload: JsonObject, named: string, event: number): void {
  const sent = objectOf(payload['response']) ?? {}
  const status = named || textOf(sent['status']) || 'completed'
  readMeta(response, payload)
  response.usage = readUsage(sent['usage'])
  response.terminatorEvent = event
  if (response.failure !== undefined) return
  response.finishEvent = event
  response.ending = { status, reason: textOf(objectOf(sent['incomplete_details'])?.['reason']) }
  if (status === 'failed') response.failure = readInBandError(sent['error'] ?? payload)
  fillFrom(response.items, listOf(sent['output']), event)
}

function readingOfResponse(response: Response): Reading {
  const reason = finishOf(response, false)?.reason
  const entries = inOrder(response.items).flatMap((item) => blocksOf(item, callEndOf(reason)))
  const hasCalls = entries.some(({ block }) => block.type === 'tool-call')
  const finish = finishOf(response, hasCalls)
  // A damage is the harness's finding, not a finish that the provider said.
  const state = finish === undefined || response.damage !== undefined ? 'open' : 'closed'
  return readingOf({ ...response, entries, finish, state })
}

function finishOf({ ending, failure }: Response, hasCalls: boolean): TurnFinish | undefined {
  if (failure !== undefined) return { reason: 'error', failure }
  if (ending === undefined) return undefined
  const raw = ending.status === 'incomplete' ? ending.reason || 'incomplete' : ending.status
  return { reason: reasonOf(raw, hasCalls), raw }
}
