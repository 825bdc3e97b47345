/** Events of a ConverseStream to the turn they say (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). Not here: single blocks (content-blocks.ts), token counts (read-usage.ts), exceptions (read-error.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { TurnMeta, TurnUsage } from '../../turn/turn.ts'
import { numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { finishOfStop, noteDamage, readingOf, stateOfStop } from '../reading.ts'
import type { Damage, Reading, WireEvent } from '../wire.ts'
import { applyDelta, blocksOf, continues, startBlock, type ContentBlock } from './content-blocks.ts'
import { callEndOf, reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'
import { readUsage } from './read-usage.ts'

/** The message so far. */
type Message = {
  meta: TurnMeta
  /** In the order of their first events. */
  blocks: ContentBlock[]
  byIndex: Map<number, ContentBlock>
  usage?: TurnUsage
  stopReason?: string
  finishEvent?: number
  terminatorEvent?: number
  failure?: Failure
  damage?: Damage
}

/** Why an event cannot be used, or undefined when it could. */
type Complaint = string | undefined
type Handler = (message: Message, payload: JsonObject, event: number) => Complaint

/** Nothing after messageStop and metadata, an exception or a damage is part of the turn. */
export function readTurn(events: readonly WireEvent[]): Reading {
  const message: Message = { meta: {}, blocks: [], byIndex: new Map() }
  for (const event of events) {
    readEvent(message, event)
    const isOver = message.stopReason !== undefined && message.terminatorEvent !== undefined
    if (isOver || message.failure !== undefined || message.damage !== undefined) break
  }
  const finish = finishOfStop(message, reasonOf)
  const entries = message.blocks.flatMap((block) => blocksOf(block, callEndOf(finish)))
  return readingOf({ ...message, entries, finish, state: stateOfStop(message) })
}

function readEvent(message: Message, event: WireEvent): void {
  if (event.damage !== undefined) return noteDamage(message, event, event.damage)
  if (event.messageType === 'error') return noteFailure(message, event, { message: event.data })
  if (event.data === '') return
  if (event.payload === undefined) return noteDamage(message, event, 'the data is not JSON')
  const [name, payload] = unwrapped(event)
  if (event.messageType === 'exception' || name.endsWith('Exception'))
    return noteFailure(message, event, payload)
  // The SDK hands members it does not know on as `$unknown` instead of failing.
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  const complaint = handler?.(message, payload, event.index)
  if (complaint !== undefined) noteDamage(message, event, complaint)
}

/** The name stands in a header; files that keep only JSON, and some proxies, have it as the one key around the payload. */
function unwrapped(event: WireEvent): [string, JsonObject] {
  const payload = objectOf(event.payload) ?? {}
  const keys = Object.keys(payload)
  const name =
    event.event ?? keys.find((key) => Object.hasOwn(handlers, key) || key.endsWith('Exception')) ?? ''
  // No event has a member of its own name, and a wrapped one may have unknown members beside it.
  return [name, objectOf(payload[name]) ?? payload]
}

function noteFailure(message: Message, event: WireEvent, payload: JsonObject): void {
  const [name] = unwrapped(event)
  message.failure = readInBandError(name === '' ? payload : { [name]: payload })
  message.finishEvent ??= event.index
}

const handlers: Readonly<Record<string, Handler>> = {
  contentBlockStart: (message, payload, event) => {
    const index = numberOf(payload['contentBlockIndex'])
    if (index === undefined) return 'contentBlockStart needs `contentBlockIndex`'
    openBlock(message, index, startBlock(objectOf(payload['start']) ?? {}, event))
    return undefined
  },
  contentBlockDelta: (message, payload, event) => {
    const index = numberOf(payload['contentBlockIndex'])
    const delta = objectOf(payload['delta'])
    if (index === undefined || delta === undefined)
      return 'contentBlockDelta needs `contentBlockIndex` and `delta`'
    const open = message.byIndex.get(index)
    const block = open !== undefined && continues(open, delta) ? open : startBlock({}, event)
    if (block !== open) openBlock(message, index, block)
    applyDelta(block, delta, event)
    return undefined
  },
  contentBlockStop: (message, payload, event) => {
    const index = numberOf(payload['contentBlockIndex']) ?? -1
    const block = message.byIndex.get(index)
    message.byIndex.delete(index)
    if (block === undefined) return undefined
    block.evidence.endEvent = event
    block.evidence.lastEvent = event
    return undefined
  },
  messageStop: (message, payload, event) => {
    const reason = textOf(payload['stopReason'])
    if (reason === '') return 'messageStop needs `stopReason`'
    message.stopReason = reason
    message.finishEvent = event
    const sequence = stopSequenceOf(objectOf(payload['additionalModelResponseFields']) ?? {})
    if (sequence !== '') message.meta.stopSequence = sequence
    return undefined
  },
  metadata: (message, payload, event) => {
    message.terminatorEvent = event
    const usage = objectOf(payload['usage'])
    if (usage !== undefined) message.usage = readUsage(usage)
    return undefined
  },
}

/** At the root or inside `delta`, depending on the JSON pointer that was asked for (https://github.com/vercel/ai/pull/11410). */
function stopSequenceOf(fields: JsonObject): string {
  return textOf(fields['stop_sequence']) || textOf(objectOf(fields['delta'])?.['stop_sequence'])
}

function openBlock(message: Message, index: number, block: ContentBlock): void {
  message.blocks.push(block)
  message.byIndex.set(index, block)
}
