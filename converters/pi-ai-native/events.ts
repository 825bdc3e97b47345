/** pi-ai's own events, as far as they are projected, and what they mean. Not here: sending the request (driver.ts). */

import type { Failure, Part } from '../../harness/index.ts'
import type { Blocks } from '../published/blocks.ts'
import { argumentsGiven, proseGiven } from '../published/given-text.ts'

type Call = {
  id: string
  name: string
  arguments: unknown
  argumentsError?: string
  thoughtSignature?: string
}
type Message = {
  stopReason: string
  rawStopReason?: string
  errorMessage?: string
  responseId?: string
  usage?: { input: number; output: number; cacheRead: number; cacheWrite: number; reasoning?: number }
}

/** `partial`, the message so far, is left out but for what only it tells: who a call is, and what a block was signed with. */
export type PiEvent =
  | { type: 'text_start' | 'thinking_start'; contentIndex: number }
  | {
      type: 'text_delta' | 'thinking_delta' | 'toolcall_delta'
      contentIndex: number
      delta: string
      call?: Identity
    }
  | { type: 'text_end'; contentIndex: number; content: string }
  | { type: 'thinking_end'; contentIndex: number; content: string; signature?: string; redacted?: true }
  | { type: 'toolcall_start'; contentIndex: number; call: Identity }
  | { type: 'toolcall_end'; contentIndex: number; toolCall: Call }
  | { type: 'done'; message: Message }
  | { type: 'error'; error: Message }
type Identity = { id: string; name: string }

/** What pi-ai really emits. */
export type GivenEvent = {
  type: string
  contentIndex?: number
  partial?: { content: readonly Record<string, unknown>[] }
}

/** Reads what is needed of `partial` while it is at hand: it is one live object that pi-ai goes on changing. */
export function plainEvent({ partial, ...event }: GivenEvent): PiEvent | undefined {
  const block = event.contentIndex === undefined ? undefined : partial?.content[event.contentIndex]
  switch (event.type) {
    case 'start':
      return undefined
    case 'toolcall_start':
    case 'toolcall_delta': {
      const { id, name } = (block ?? {}) as Partial<Identity>
      return { ...event, call: { id: id ?? '', name: name ?? '' } } as PiEvent
    }
    case 'thinking_end': {
      const { thinkingSignature: signature, redacted } = block ?? {}
      return { ...event, ...(signature ? { signature } : {}), ...(redacted ? { redacted } : {}) } as PiEvent
    }
    default:
      return event as PiEvent
  }
}

export function* project(event: PiEvent, blocks: Blocks): Generator<Part> {
  switch (event.type) {
    case 'text_start':
    case 'thinking_start':
      return yield* blocks.start(
        String(event.contentIndex),
        event.type === 'text_start' ? 'text' : 'reasoning',
      )
    case 'text_delta':
    case 'thinking_delta': {
      const kind = event.type === 'text_delta' ? 'text' : 'reasoning'
      return yield* blocks.prose(String(event.contentIndex), kind, proseGiven(event.delta))
    }
    case 'text_end':
      return yield* blocks.endProse(String(event.contentIndex), 'text', proseGiven(event.content))
    case 'thinking_end':
      blocks.sign(String(event.contentIndex), event.signature, event.redacted)
      return yield* blocks.endProse(String(event.contentIndex), 'reasoning', event.content)
    case 'toolcall_start':
      return yield* blocks.start(String(event.contentIndex), 'tool-call', event.call)
    case 'toolcall_delta':
      return yield* blocks.argumentsDelta(String(event.contentIndex), argumentsGiven(event.delta))
    case 'toolcall_end':
      return yield* ended(event, blocks)
    case 'done':
      return yield* finished(event.message)
    case 'error':
      return yield* failed(event.error)
  }
}

function* ended({ contentIndex, toolCall }: Extract<PiEvent, { type: 'toolcall_end' }>, blocks: Blocks) {
  const { id, name, arguments: value, argumentsError, thoughtSignature: signature } = toolCall
  yield* blocks.endCall(String(contentIndex), {
    id,
    name,
    arguments: JSON.stringify(value),
    ...(argumentsError === undefined ? {} : { invalid: true }),
    ...(signature === undefined ? {} : { signature }),
  })
}

const reasons = { stop: 'stop', length: 'max-tokens', toolUse: 'tool-calls' } as const

function* finished(message: Message): Generator<Part> {
  yield* counted(message)
  const { stopReason, rawStopReason: raw = stopReason } = message
  const known = Object.hasOwn(reasons, stopReason)
  yield { type: 'finish', reason: known ? reasons[stopReason as keyof typeof reasons] : 'other', raw }
}

function* failed(message: Message): Generator<Part> {
  yield* counted(message)
  const { stopReason, rawStopReason } = message
  const raw = rawStopReason === undefined ? {} : { raw: rawStopReason }
  const reason = stopReason === 'aborted' ? 'aborted' : 'error'
  yield { type: 'finish', reason, failure: failureOf(message), ...raw }
}

/** pi-ai has one line of text for every failure, and no code. */
function failureOf({ errorMessage = '' }: Message): Failure {
  return { code: 'UNKNOWN', message: errorMessage }
}

function* counted({ usage, responseId }: Message): Generator<Part> {
  if (responseId !== undefined) yield { type: 'meta', meta: { responseId } }
  if (!usage) return
  const { input, output, cacheRead, cacheWrite, reasoning } = usage
  yield {
    type: 'usage',
    usage: {
      inputTokens: input,
      outputTokens: output,
      cacheReadTokens: cacheRead,
      cacheWriteTokens: cacheWrite,
      ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    },
  }
}
