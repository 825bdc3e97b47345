/** Chunks of streamGenerateContent to the turn they say (https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent). Not here: parts (content-parts.ts), token counts (read-usage.ts), error objects (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { TurnFinish, TurnMeta, TurnState } from '../../turn/turn.ts'
import { listOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { noteDamage, readingOf, type BlockEntry } from '../reading.ts'
import type { Damage, Reading, WireEvent } from '../wire.ts'
import { candidateFields } from './candidate-fields.ts'
import { addPart, entriesOf, type Piece } from './content-parts.ts'
import { callEndOf, reasonOf, reasonWord } from './outcomes.ts'
import { readInBandError } from './read-error.ts'
import { hasCounts, readUsage } from './read-usage.ts'

/** The answer so far. */
type Answer = {
  meta: TurnMeta
  pieces: Piece[]
  /** Grounding and its like, by field: the last one sent. */
  groundings: Map<string, BlockEntry>
  usage?: unknown
  finishReason?: string
  /** `promptFeedback.blockReason`: it counts only where no candidate finishes. */
  blockReason?: string
  finishEvent?: number
  failure?: Failure
  damage?: Damage
}

/** Nothing after an error or a damage is part of the turn. Everything before is, chunks behind a finish reason too: older models say STOP on every chunk. */
export function readTurn(events: readonly WireEvent[]): Reading {
  const answer: Answer = { meta: {}, pieces: [], groundings: new Map() }
  for (const event of events) {
    readEvent(answer, event)
    if (answer.failure !== undefined || answer.damage !== undefined) break
  }
  return readingOfAnswer(answer)
}

function readEvent(answer: Answer, event: WireEvent): void {
  // Gateways put the `[DONE]` of chat completions behind the stream.
  if (event.data.trim() === '' || event.data.trim() === '[DONE]') return
  // An error object may follow the events without being one (https://github.com/vercel/ai/issues/5217).
  const isError = (objectOf(event.payload)?.['error'] ?? null) !== null
  if (event.damage !== undefined && !isError) return noteDamage(answer, event, event.damage)
  // Some senders wrap what they send in an array of its own, errors above all.
  const chunks = Array.isArray(event.payload) ? listOf(event.payload) : [event.payload]
  for (const sent of chunks) {
    const chunk = objectOf(sent)
    if (chunk === undefined) return noteDamage(answer, event, 'the data is not a JSON object')
    readChunk(answer, unwrapped(chunk), event.index)
    if (answer.failure !== undefined) return
  }
}

/** Code Assist sends the chunk under `response` (https://github.com/google-gemini/gemini-cli, packages/core/src/code_assist). */
function unwrapped(chunk: JsonObject): JsonObject {
  return objectOf(chunk['response']) ?? chunk
}

function readChunk(answer: Answer, chunk: JsonObject, event: number): void {
  if ((chunk['error'] ?? null) !== null) {
    answer.failure = readInBandError(chunk)
    answer.finishEvent ??= event
    return
  }
  readMeta(answer.meta, chunk)
  const usage = chunk['usageMetadata']
  if (usage !== undefined && (hasCounts(usage) || !hasCounts(answer.usage))) answer.usage = usage
  const candidate = firstCandidate(chunk)
  if (candidate !== undefined) readCandidate(answer, candidate, event)
  const blocked = reasonWord(objectOf(chunk['promptFeedback'])?.['blockReason'])
  if (blocked === '' || answer.finishReason !== undefined) return
  answer.blockReason = blocked
  answer.finishEvent = event
}

function readMeta(meta: TurnMeta, chunk: JsonObject): void {
  const id = textOf(chunk['responseId'])
  const model = textOf(chunk['modelVersion'])
  if (id !== '') meta.responseId ??= id
  if (model !== '') meta.model ??= model
}

/** The candidate with index 0; proto JSON leaves a 0 out. */
function firstCandidate(chunk: JsonObject): JsonObject | undefined {
  return listOf(chunk['candidates'])
    .map(objectOf)
    .find((candidate) => candidate !== undefined && (candidate['index'] ?? 0) === 0)
}

function readCandidate(answer: Answer, candidate: JsonObject, event: number): void {
  const parts = listOf(objectOf(candidate['content'])?.['parts'])
  for (const part of parts) addPart(answer.pieces, part, event)
  for (const field of candidateFields) noteGrounding(answer.groundings, field, candidate[field], event)
  const reason = reasonWord(candidate['finishReason'])
  if (reason === '') return
  answer.finishReason = reason
  answer.finishEvent = event
}

function noteGrounding(groundings: Answer['groundings'], kind: string, raw: unknown, event: number): void {
  if (objectOf(raw) === undefined) return
  const firstEvent = groundings.get(kind)?.evidence.firstEvent ?? event
  groundings.set(kind, {
    block: { type: 'opaque', kind, raw },
    evidence: { firstEvent, lastEvent: event },
  })
}

/** Grounding speaks of the whole answer, so it stands behind all parts. */
function readingOfAnswer(answer: Answer): Reading {
  const reason = finishOf(answer, false)?.reason
  const groundings = candidateFields.flatMap((field) => answer.groundings.get(field) ?? [])
  const entries = [...entriesOf(answer.pieces, callEndOf(reason)), ...groundings]
  const hasCalls = entries.some(({ block }) => block.type === 'tool-call')
  const finish = finishOf(answer, hasCalls)
  return readingOf({ ...answer, entries, usage: readUsage(answer.usage), finish, state: stateOf(answer) })
}

/** A failure behind a finish stands beside it: a converter may have reported the finish already. */
function finishOf(answer: Answer, hasCalls: boolean): TurnFinish | undefined {
  const { finishReason, blockReason, failure } = answer
  const beside = failure === undefined ? {} : { failure }
  if (finishReason !== undefined)
    return { reason: reasonOf(finishReason, hasCalls), raw: finishReason, ...beside }
  if (failure !== undefined) return { reason: 'error', failure }
  return blockReason === undefined ? undefined : { reason: 'content-filter', raw: blockReason }
}

/** There is no terminator: a finish, or an error that the provider sent, closes the turn. */
function stateOf({ finishReason, blockReason, failure, damage }: Answer): TurnState {
  const isFinished = finishReason !== undefined || blockReason !== undefined
  return isFinished || (failure !== undefined && damage === undefined) ? 'closed' : 'open'
}
