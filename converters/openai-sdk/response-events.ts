/** The events of `ResponseStream` that are driven, and what they mean. Not here: sending the request (driver-responses.ts). */

import type { FinishReason, Part, StreamEnd, WireName } from '../../harness/index.ts'
import { Blocks } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'
import { usageOfTokens, type Tokens } from './usage.ts'

type At = { item_id: string; content_index: number }
type ContentPart = { type: string; text?: string; refusal?: string }
type Item = {
  id: string
  type: string
  call_id?: string
  name?: string
  arguments?: string
  encrypted_content?: string | null
}

/** The wire's own events, which the helper hands on, and its final object. */
export type ResponseEvent =
  | ({ type: 'response.content_part.added' | 'response.content_part.done'; part: ContentPart } & At)
  | ({ type: 'response.output_text.delta' | 'response.refusal.delta'; delta: string } & At)
  | {
      type: 'response.reasoning_summary_text.delta' | 'response.reasoning_text.delta'
      item_id: string
      delta: string
    }
  | { type: 'response.output_item.added' | 'response.output_item.done'; item: Item }
  | { type: 'response.function_call_arguments.delta'; item_id: string; delta: string }
  | { type: 'finalResponse'; response: FinalResponse }

type FinalResponse = {
  id?: string
  model?: string
  status?: string
  incomplete_details?: { reason?: string } | null
  error?: unknown
  usage?: Tokens | null
}

export class ResponseState {
  readonly blocks = new Blocks()
  hasCalls = false
  isFinished = false
}

export function* project(event: ResponseEvent, state: ResponseState, wire: WireName): Generator<Part> {
  const { blocks } = state
  switch (event.type) {
    case 'response.content_part.added':
    case 'response.content_part.done':
      return yield* contentPart(event, blocks)
    case 'response.output_text.delta':
      return yield* blocks.prose(keyOf(event), 'text', event.delta)
    case 'response.refusal.delta':
      return yield* blocks.prose(keyOf(event), 'refusal', event.delta)
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return yield* blocks.prose(event.item_id, 'reasoning', event.delta)
    case 'response.output_item.added':
      return yield* itemAdded(event.item, state)
    case 'response.output_item.done':
      return yield* itemDone(event.item, blocks)
    case 'response.function_call_arguments.delta':
      return yield* blocks.argumentsDelta(event.item_id, event.delta)
    case 'finalResponse':
      yield* finished(event.response, state, wire)
  }
}

function keyOf({ item_id: item, content_index: content }: At): string {
  return `${item} ${content}`
}

type ContentEvent = Extract<ResponseEvent, { part: ContentPart }>

function* contentPart(event: ContentEvent, blocks: Blocks): Generator<Part> {
  const { type, text, refusal } = event.part
  if (type !== 'output_text' && type !== 'refusal') return
  const kind = type === 'refusal' ? 'refusal' : 'text'
  if (event.type === 'response.content_part.added') yield* blocks.start(keyOf(event), kind)
  else yield* blocks.endProse(keyOf(event), kind, refusal ?? text)
}

function* itemAdded(item: Item, state: ResponseState): Generator<Part> {
  if (item.type === 'reasoning') yield* state.blocks.start(item.id, 'reasoning')
  if (item.type !== 'function_call') return
  state.hasCalls = true
  yield* state.blocks.start(item.id, 'tool-call', { id: item.call_id ?? '', name: item.name ?? '' })
}

function* itemDone(item: Item, blocks: Blocks): Generator<Part> {
  if (item.type === 'reasoning') {
    blocks.sign(item.id, item.encrypted_content ?? undefined)
    yield* blocks.endProse(item.id, 'reasoning')
  } else if (item.type === 'function_call') {
    const { id, call_id: callId = '', name = '', arguments: text = '' } = item
    yield* blocks.endCall(id, { id: callId, name, arguments: text })
  }
}

function* finished(response: FinalResponse, state: ResponseState, wire: WireName): Generator<Part> {
  const { id, model, usage, status, incomplete_details: incomplete, error } = response
  yield { type: 'meta', meta: { ...(id && { responseId: id }), ...(model && { model }) } }
  if (usage) yield { type: 'usage', usage: usageOfTokens(usage) }
  state.isFinished = true
  const raw = incomplete?.reason ?? status ?? ''
  // The helper's only word for a cut is a status that has not moved on.
  if (status === 'in_progress' || status === 'queued') {
    const failure = { code: 'TRANSPORT', message: `the response is still ${status}` } as const
    yield { type: 'finish', reason: 'error', failure, raw }
  } else if (status === 'failed' || status === 'cancelled') {
    yield {
      type: 'finish',
      reason: 'error',
      failure: failureOf(error ?? `the response is ${status}`, wire),
      raw,
    }
  } else yield { type: 'finish', reason: reasonOf(raw, state.hasCalls), raw }
}

/** `completed` says nothing of calls. */
function reasonOf(raw: string, hasCalls: boolean): FinishReason {
  if (raw === 'completed') return hasCalls ? 'tool-calls' : 'stop'
  if (raw === 'max_output_tokens') return 'max-tokens'
  return raw === 'content_filter' ? 'content-filter' : 'other'
}

export function* end(state: ResponseState, how: StreamEnd, wire: WireName): Generator<Part> {
  if (state.isFinished || how.how === 'returned') return
  if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
  else yield { type: 'finish', reason: 'error', failure: failureOf(how.error, wire) }
}
