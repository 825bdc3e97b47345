/** Events of a chat completion stream to the turn they say (https://platform.openai.com/docs/api-reference/chat-streaming). Not here: prose of one delta (read-content.ts), tool calls (read-calls.ts), token counts (read-usage.ts), error objects (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { FinishReason, TurnFinish, TurnMeta, TurnState, TurnUsage } from '../../turn/turn.ts'
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { noteDamage, readingOf } from '../reading.ts'
import type { Damage, Reading, WireEvent } from '../wire.ts'
import { blocksOf, type Prose } from './assemble-blocks.ts'
import { isFairFinish, reasonOf } from './outcomes.ts'
import { addCallFragment, type Call } from './read-calls.ts'
import { piecesOf, type Piece } from './read-content.ts'
import { isErrorEvent, readInBandError } from './read-error.ts'
import { readUsage } from './read-usage.ts'

/** What differs between the wires that share this reader. */
export type ChatDialect = {
  reasonOf(raw: string): FinishReason
  readInBandError(payload: unknown): Failure
}

/** The answer so far. */
type Answer = {
  dialect: ChatDialect
  meta: TurnMeta
  /** In order of first appearance. */
  prose: Prose[]
  calls: Call[]
  usage?: TurnUsage
  /** The last thing said was a chunk with usage and without choices, which comes only at the end. */
  usageEndedIt: boolean
  rawFinish?: string
  /** The finish reason that came with the error itself. */
  rawError?: string
  finishEvent?: number
  terminatorEvent?: number
  failure?: Failure
  damage?: Damage
}

export function readTurn(events: readonly WireEvent[]): Reading {
  return readChatTurn(events, { reasonOf, readInBandError })
}

/** Nothing after the terminator, an error or a damage is part of the turn, but usage after an error is; so is content after a finish. */
export function readChatTurn(events: readonly WireEvent[], dialect: ChatDialect): Reading {
  const answer: Answer = { dialect, meta: {}, prose: [], calls: [], usageEndedIt: false }
  for (const event of events) {
    // Gateways count what they bill also after an error: https://openrouter.ai/docs/use-cases/usage-accounting
    if (answer.failure !== undefined) noteUsage(answer, objectOf(event.payload) ?? {})
    else readEvent(answer, event)
    if (answer.terminatorEvent !== undefined) break
  }
  const finish = finishOf(answer)
  const entries = blocksOf(answer.prose, answer.calls, isFairFinish(finish))
  return readingOf({ ...answer, entries, finish, state: stateOf(answer) })
}

function readEvent(answer: Answer, event: WireEvent): void {
  if (event.damage !== undefined) return noteDamage(answer, event, event.damage)
  if (isTerminator(event)) {
    answer.terminatorEvent = event.index
    return
  }
  if (event.data.trim() === '') return
  if (isErrorEvent(event)) return noteError(answer, event)
  const payload = objectOf(event.payload)
  if (payload === undefined) {
    const reason = event.payload === undefined ? 'the data is not JSON' : 'the data is not a JSON object'
    return noteDamage(answer, event, reason)
  }
  readChunk(answer, payload, event.index)
}

/** Some servers name the last event `done` (https://github.com/openai/openai-node/blob/master/src/core/streaming.ts looks at the data alone). */
function isTerminator(event: WireEvent): boolean {
  return event.data.trim() === '[DONE]' || event.event === 'done'
}

/** A chunk with an error may bring usage and a finish reason, e.g. `error` (https://openrouter.ai/docs/api-reference/errors); its content is not read. */
function noteError(answer: Answer, event: WireEvent): void {
  answer.failure = answer.dialect.readInBandError(event.payload ?? event.data)
  answer.finishEvent ??= event.index
  const payload = objectOf(event.payload) ?? {}
  const choices = listOf(payload['choices']).map(objectOf)
  const usage = objectOf(payload['usage'])
  if (usage !== undefined) answer.usage = readUsage(usage)
  const raw = choices.map((choice) => textOf(choice?.['finish_reason'])).find((reason) => reason !== '')
  if (raw !== undefined) answer.rawError = raw
}

function readChunk(answer: Answer, chunk: JsonObject, event: number): void {
  readMeta(answer.meta, chunk)
  const choices = listOf(chunk['choices']).map(objectOf)
  const ours = choices.filter((choice, at) => choice !== undefined && (numberOf(choice['index']) ?? at) === 0)
  for (const choice of ours) readChoice(answer, choice ?? {}, event)
  const hasUsage = noteUsage(answer, chunk, ours)
  if (choices.length > 0) answer.usageEndedIt = false
  else if (hasUsage) answer.usageEndedIt = true
}

function noteUsage(
  answer: Answer,
  chunk: JsonObject,
  ours: readonly (JsonObject | undefined)[] = [],
): boolean {
  const usage = [
    chunk['usage'],
    objectOf(chunk['x_groq'])?.['usage'],
    ...ours.map((choice) => choice?.['usage']),
  ]
    .map(objectOf)
    .find((value) => value !== undefined)
  if (usage !== undefined) answer.usage = readUsage(usage)
  return usage !== undefined
}

/** The first chunk may be a placeholder with empty id and model (https://github.com/vercel/ai/issues/9966). */
function readMeta(meta: TurnMeta, chunk: JsonObject): void {
  const responseId = textOf(chunk['id'])
  const model = textOf(chunk['model'])
  if (responseId !== '') meta.responseId ??= responseId
  if (model !== '') meta.model ??= model
}

function readChoice(answer: Answer, choice: JsonObject, event: number): void {
  const delta = deltaOf(answer, choice)
  for (const piece of piecesOf(delta)) addPiece(answer.prose, piece, event)
  const legacy = objectOf(delta['function_call'])
  for (const item of [...listOf(delta['tool_calls']), legacy].map(objectOf)) {
    if (item !== undefined) addCallFragment(answer.calls, item, event)
  }
  const finish = textOf(choice['finish_reason'])
  if (finish === '') return
  answer.rawFinish = finish
  // Some gateways repeat the finish on later chunks: the first one is when a converter may close the answer.
  answer.finishEvent ??= event
}

/** A whole `message` counts where no delta came before it: some servers repeat the answer so far beside every delta. */
function deltaOf(answer: Answer, choice: JsonObject): JsonObject {
  const delta = objectOf(choice['delta'])
  if (delta !== undefined || answer.prose.length + answer.calls.length > 0) return delta ?? {}
  return objectOf(choice['message']) ?? {}
}

function addPiece(prose: Prose[], piece: Piece, event: number): void {
  const kind = piece.kind === 'opaque' ? `opaque ${piece.name}` : piece.kind
  const known = prose.find((entry) => entry.key === kind)
  const entry = known ?? { key: kind, pieces: [], evidence: { firstEvent: event, lastEvent: event } }
  if (known === undefined) prose.push(entry)
  entry.pieces.push(piece)
  entry.evidence.lastEvent = event
}

/** A failure behind the finish stands beside it: a converter may have reported the finish already. */
function finishOf({ rawFinish, rawError, failure, dialect }: Answer): TurnFinish | undefined {
  if (rawFinish === undefined) {
    if (failure === undefined) return undefined
    return { reason: 'error', ...(rawError === undefined ? {} : { raw: rawError }), failure }
  }
  const reason = dialect.reasonOf(rawFinish)
  if (failure !== undefined) return { reason, raw: rawFinish, failure }
  if (reason !== 'error') return { reason, raw: rawFinish }
  const message = `The provider ended the answer with finish_reason \`${rawFinish}\`.`
  return { reason, raw: rawFinish, failure: { code: 'UNKNOWN', message } }
}

/** The provider ends the stream after an error event: nothing is missing then. */
function stateOf({ failure, damage, rawFinish, terminatorEvent, usageEndedIt }: Answer): TurnState {
  if (failure !== undefined && damage === undefined) return 'closed'
  if (rawFinish !== undefined && terminatorEvent !== undefined) return 'closed'
  const answered = rawFinish !== undefined || terminatorEvent !== undefined || usageEndedIt
  return answered ? 'answered' : 'open'
}
