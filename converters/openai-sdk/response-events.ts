/** The events of `ResponseStream` that are driven, and what they mean. Not here: sending the request (driver-responses.ts). */

import type { FinishReason, Part, StreamEnd, WireName } from '../../harness/index.ts'
import { Blocks, type ProseKind } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'
import { usageOfTokens, type Tokens } from './usage.ts'

type At = { output_index: number; content_index: number }
type ContentPart = { type: string; text?: string; refusal?: string }
type Item = {
  id: string
  type: string
  call_id?: string
  name?: string
  arguments?: string
  encrypted_content?: string | null
  content?: readonly ContentPart[] | null
  summary?: readonly { text: string }[]
}

/** The wire's own events, which the helper hands on, and its final object. */
export type ResponseEvent =
  | ({ type: 'response.content_part.added' | 'response.content_part.done'; part: ContentPart } & At)
  | ({ type: 'response.output_text.delta' | 'response.refusal.delta'; delta: string } & At)
  | {
      type: 'response.reasoning_summary_text.delta' | 'response.reasoning_text.delta'
      output_index: number
      delta: string
    }
  | { type: 'response.output_item.added' | 'response.output_item.done'; output_index: number; item: Item }
  | { type: 'response.function_call_arguments.delta'; output_index: number; delta: string }
  | { type: 'finalResponse'; response: FinalResponse }

type FinalResponse = {
  id?: string
  model?: string
  status?: string
  incomplete_details?: { reason?: string } | null
  error?: unknown
  usage?: Tokens | null
  output?: readonly Item[]
}

export class ResponseState {
  readonly blocks = new Blocks()
  hasCalls = false
  /** How many items came in events of their own. */
  items = 0
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
      return yield* blocks.prose(String(event.output_index), 'reasoning', event.delta)
    case 'response.output_item.added':
      state.items += 1
      return yield* itemAdded(String(event.output_index), event.item, state)
    case 'response.output_item.done':
      return yield* itemDone(String(event.output_index), event.item, blocks)
    case 'response.function_call_arguments.delta':
      return yield* blocks.argumentsDelta(String(event.output_index), event.delta)
    case 'finalResponse':
      yield* finished(event.response, state, wire)
  }
}

/** Items are told apart by their place: some servers give every event another id, or none. */
function keyOf({ output_index: item, content_index: content }: At): string {
  return `${item} ${content}`
}

type ContentEvent = Extract<ResponseEvent, { part: ContentPart }>

function* contentPart(event: ContentEvent, blocks: Blocks): Generator<Part> {
  const key = keyOf(event)
  const kind = kindOf(event.part)
  if (kind === undefined) return
  if (event.type === 'response.content_part.added') yield* blocks.start(key, kind)
  else yield* wholeProse(key, kind, textOf(event.part), blocks)
}

function kindOf({ type }: ContentPart): 'text' | 'refusal' | undefined {
  if (type === 'output_text') return 'text'
  return type === 'refusal' ? 'refusal' : undefined
}

function textOf({ text, refusal }: ContentPart): string {
  return refusal ?? text ?? ''
}

/** The end of a block brings its whole text, also where no delta did. */
function* wholeProse(key: string, kind: ProseKind, text: string, blocks: Blocks): Generator<Part> {
  if (!blocks.isKnown(key)) yield* blocks.start(key, kind)
  yield* blocks.lateProse(key, kind, text)
  yield* blocks.endProse(key, kind)
}

function* itemAdded(key: string, item: Item, state: ResponseState): Generator<Part> {
  if (item.type === 'reasoning') yield* state.blocks.start(key, 'reasoning')
  if (item.type !== 'function_call') return
  state.hasCalls = true
  yield* state.blocks.start(key, 'tool-call', { id: item.call_id ?? '', name: item.name ?? '' })
}

function* itemDone(key: string, item: Item, blocks: Blocks): Generator<Part> {
  if (item.type === 'message') {
    for (const [at, part] of (item.content ?? []).entries()) {
      const kind = kindOf(part)
      const isTold = blocks.isKnown(`${key} ${at}`) && !blocks.isOpen(`${key} ${at}`)
      if (kind && !isTold) yield* wholeProse(`${key} ${at}`, kind, textOf(part), blocks)
    }
  } else if (item.type === 'reasoning') {
    const parts = item.summary?.length ? item.summary : (item.content ?? [])
    if (blocks.joined(key) === '')
      yield* blocks.lateProse(key, 'reasoning', parts.map(({ text = '' }) => text).join(''))
    blocks.sign(key, item.encrypted_content ?? undefined)
    yield* blocks.endProse(key, 'reasoning')
  } else if (item.type === 'function_call') {
    const { call_id: id = '', name = '', arguments: text = '' } = item
    yield* blocks.lateArguments(key, text)
    yield* blocks.endCall(key, { id, name, arguments: text })
  }
}

function* finished(response: FinalResponse, state: ResponseState, wire: WireName): Generator<Part> {
  const { id, model, usage, status, incomplete_details: incomplete, error } = response
  for (const [at, item] of (response.output ?? []).entries()) {
    // Some servers send items in the finished response only.
    if (state.items === 0) yield* itemDone(String(at), item, state.blocks)
  }
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
