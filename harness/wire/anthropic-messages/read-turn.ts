/** Events of a Messages stream to the turn they say (https://platform.claude.com/docs/en/build-with-claude/streaming). Not here: single blocks (content-blocks.ts), token counts (read-usage.ts), error objects (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { TurnMeta, TurnUsage } from '../../turn/turn.ts'
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { finishOfStop, noteDamage, readingOf, stateOfStop } from '../reading.ts'
import type { Damage, Reading, WireEvent } from '../wire.ts'
import {
  applyDelta,
  blocksOf,
  callEndOf,
  impliedStart,
  startBlock,
  type ContentBlock,
} from './content-blocks.ts'
import { reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'
import { addUsage, settleUsage } from './read-usage.ts'

/** The message so far. */
type Message = {
  /** `id` of `message_start`; undefined before it. */
  id?: string
  meta: TurnMeta
  /** In the order of their starts. */
  blocks: ContentBlock[]
  byIndex: Map<number, ContentBlock>
  usage?: TurnUsage | undefined
  stopReason?: string
  finishEvent?: number
  terminatorEvent?: number
  failure?: Failure
  damage?: Damage
}

/** Why an event cannot be used, or undefined when it could. */
type Complaint = string | undefined
type Handler = (message: Message, payload: JsonObject, event: number) => Complaint

/** Nothing after `message_stop`, an error or a damage is part of the turn. */
export function readTurn(events: readonly WireEvent[]): Reading {
  const message: Message = { meta: {}, blocks: [], byIndex: new Map() }
  for (const event of events) {
    readEvent(message, event)
    if (message.terminatorEvent !== undefined || message.failure !== undefined) break
  }
  const finish = finishOfStop(message, reasonOf)
  const { blocks, usage } = message
  return readingOf({
    ...message,
    entries: blocks.flatMap((block) => blocksOf(block, callEndOf(finish))),
    usage: usage && settleUsage(usage),
    finish,
    state: stateOfStop(message),
  })
}

function readEvent(message: Message, event: WireEvent): void {
  // An error body may stand in the stream without being an event (https://github.com/vercel/ai/issues/5217).
  if (event.damage !== undefined && !isError(event)) return noteDamage(message, event, event.damage)
  // The SDK skips pings unparsed; gateways put OpenAI's `[DONE]` behind the stream.
  if (event.event === 'ping' || event.data === '' || event.data.trim() === '[DONE]') return
  if (event.payload === undefined) return noteDamage(message, event, 'the data is not JSON')
  if (isError(event)) return noteFailure(message, event.index, readInBandError(event.payload))
  const payload = objectOf(event.payload) ?? {}
  const type = textOf(payload['type']) || (event.event ?? '')
  // New event types may come at any time and are to be tolerated (https://platform.claude.com/docs/en/api/versioning).
  const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined
  const complaint = handler?.(message, payload, event.index)
  if (complaint !== undefined) noteDamage(message, event, complaint)
}

/** `{"type":"error"}`, an event named error, or a bare error object as gateways send it. */
function isError(event: WireEvent): boolean {
  const payload = objectOf(event.payload)
  if (event.event === 'error' || payload?.['type'] === 'error') return true
  return payload !== undefined && payload['type'] === undefined && (payload['error'] ?? null) !== null
}

function noteFailure(message: Message, event: number, failure: Failure): void {
  message.failure = failure
  message.finishEvent ??= event
}

const handlers: Readonly<Record<string, Handler>> = {
  message_start: (message, payload, event) =>
    startMessage(message, objectOf(payload['message']) ?? {}, event),
  message: (message, payload, event) => {
    const complaint = startMessage(message, payload, event)
    message.terminatorEvent = event
    return complaint
  },
  content_block_start: (message, payload, event) => {
    const index = numberOf(payload['index'])
    const start = objectOf(payload['content_block'])
    if (index === undefined || start === undefined)
      return 'content_block_start needs `index` and `content_block`'
    openBlock(message, index, startBlock(start, event))
    return undefined
  },
  content_block_delta: (message, payload, event) => {
    const index = numberOf(payload['index'])
    const delta = objectOf(payload['delta'])
    if (index === undefined || delta === undefined) return 'content_block_delta needs `index` and `delta`'
    readDelta(message, index, delta, event)
    return undefined
  },
  content_block_stop: (message, payload, event) => {
    const block = message.byIndex.get(numberOf(payload['index']) ?? -1)
    if (block === undefined) return undefined
    block.evidence.endEvent ??= event
    block.evidence.lastEvent = event
    return undefined
  },
  message_delta: (message, payload, event) => {
    readStop(message, objectOf(payload['delta']) ?? {}, event)
    message.usage = addUsage(message.usage, payload['usage'])
    return undefined
  },
  message_stop: (message, _payload, event) => {
    message.terminatorEvent = event
    return undefined
  },
}

/** A second start of the same message is noise, of another one a splice of two answers (https://github.com/vercel/ai/issues/18331). */
function startMessage(message: Message, start: JsonObject, event: number): Complaint {
  const id = textOf(start['id'])
  if (message.id !== undefined) {
    return message.id === id ? undefined : `another message \`${id}\` starts inside message \`${message.id}\``
  }
  message.id = id
  const model = textOf(start['model'])
  if (id !== '') message.meta.responseId = id
  if (model !== '') message.meta.model = model
  message.usage = addUsage(message.usage, start['usage'])
  for (const content of listOf(start['content'])) addWholeBlock(message, objectOf(content) ?? {}, event)
  readStop(message, start, event)
  return undefined
}

/** Blocks that stand ready in the message, as in an answer that is not streamed. */
function addWholeBlock(message: Message, content: JsonObject, event: number): void {
  const block = startBlock(content, event)
  block.evidence.endEvent = event
  message.blocks.push(block)
}

function openBlock(message: Message, index: number, block: ContentBlock): void {
  message.blocks.push(block)
  message.byIndex.set(index, block)
}

function readDelta(message: Message, index: number, delta: JsonObject, event: number): void {
  const known = message.byIndex.get(index)
  if (known !== undefined) return applyDelta(known, delta, event)
  const start = impliedStart(delta)
  if (start === undefined) return
  const block = startBlock(start, event)
  openBlock(message, index, block)
  applyDelta(block, delta, event)
}

/** `stop_reason` is null until it is known; a later one replaces an earlier one. */
function readStop(message: Message, delta: JsonObject, event: number): void {
  const reason = textOf(delta['stop_reason'])
  if (reason === '') return
  message.stopReason = reason
  message.finishEvent = event
  const sequence = textOf(delta['stop_sequence'])
  if (sequence !== '') message.meta.stopSequence = sequence
}
