/** The events of `ChatCompletionStream` that are driven, and what they mean. Not here: sending the request (driver-chat.ts). */

import type { FinishReason, Part, StreamEnd, WireName } from '../../harness/index.ts'
import { Blocks } from '../published/blocks.ts'
import { failureOf } from '../published/failure.ts'
import { argumentsGiven, proseGiven } from '../published/given-text.ts'
import { usageOfTokens, type Tokens } from './usage.ts'

/** The arguments' events name a call by its index; its id stands in the snapshot alone, so the driver adds it. */
export type ChatEvent =
  | { type: 'content.delta' | 'refusal.delta'; delta: string }
  | { type: 'content.done'; content: string }
  | { type: 'refusal.done'; refusal: string }
  | { type: `${Calls}.delta`; index: number; id?: string; name: string; arguments_delta: string }
  | { type: `${Calls}.done`; index: number; id?: string; name: string; arguments: string }
  | { type: 'finalChatCompletion'; completion: ChatCompletion }
type Calls = 'tool_calls.function.arguments'

type ChatCompletion = {
  id?: string
  model?: string
  /** `error` is of routers, and kept as it came. */
  choices: readonly { finish_reason: string | null; error?: unknown }[]
  usage?: Tokens | null
}

export class ChatState {
  readonly blocks = new Blocks()
  isFinished = false
}

export function* project(event: ChatEvent, state: ChatState, wire: WireName): Generator<Part> {
  const { blocks } = state
  switch (event.type) {
    case 'content.delta':
      return yield* blocks.prose('content', 'text', proseGiven(event.delta))
    case 'content.done':
      return yield* blocks.endProse('content', 'text', proseGiven(event.content))
    case 'refusal.delta':
      return yield* blocks.prose('refusal', 'refusal', event.delta)
    case 'refusal.done':
      return yield* blocks.endProse('refusal', 'refusal', event.refusal)
    case 'tool_calls.function.arguments.delta': {
      const { id, name } = event
      const identity = { ...(id === undefined ? {} : { id }), ...(name ? { name } : {}) }
      return yield* blocks.argumentsDelta(
        `call ${event.index}`,
        argumentsGiven(event.arguments_delta),
        identity,
      )
    }
    case 'tool_calls.function.arguments.done': {
      const { index, id = '', name, arguments: text } = event
      return yield* blocks.endCall(`call ${index}`, { id, name, arguments: argumentsGiven(text) })
    }
    case 'finalChatCompletion':
      return yield* finished(event.completion, state, wire)
  }
}

function* finished(
  { id, model, choices, usage }: ChatCompletion,
  state: ChatState,
  wire: WireName,
): Generator<Part> {
  yield { type: 'meta', meta: { ...(id && { responseId: id }), ...(model && { model }) } }
  if (usage) yield { type: 'usage', usage: usageOfTokens(usage) }
  const raw = choices[0]?.finish_reason
  if (!raw) return
  state.isFinished = true
  const error = choices[0]?.error ?? (raw === 'error' ? 'finish reason error' : undefined)
  const failure = error === undefined ? {} : { failure: failureOf(error, wire) }
  yield { type: 'finish', reason: reasons[raw] ?? 'other', ...failure, raw }
}

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'max-tokens',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  /** Of routers, beside an error object. */
  error: 'error',
}

/** The helper rejects, and says nothing else of a failure. */
export function* end(state: ChatState, how: StreamEnd, wire: WireName): Generator<Part> {
  if (state.isFinished || how.how === 'returned') return
  if (how.how === 'aborted') yield { type: 'finish', reason: 'aborted' }
  else yield { type: 'finish', reason: 'error', failure: failureOf(how.error, wire) }
}
