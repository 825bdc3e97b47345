/** The events a converted stream is made of. Not here: how a chunk becomes events (stream.ts). */
import type { LlmFailure } from './failure.ts'
import type { ArgumentsError, IncompleteToolCall, LlmStopReason, LlmUsage } from './types.ts'
import type { WireObject } from './wire-values.ts'

export const LlmEventType = {
  TextDelta: 'text_delta',
  ReasoningDelta: 'reasoning_delta',
  RefusalDelta: 'refusal_delta',
  ToolCallRequest: 'tool_call_request',
  /** The provider said why it stopped. */
  Finished: 'finished',
  /** Usage; after Finished, and once, unless the provider corrects it in a later chunk. */
  MessageEnd: 'message_end',
  /** The stream failed. No Finished comes then. */
  Error: 'error',
  /** The caller stopped the stream. No Finished comes then. */
  Aborted: 'aborted',
} as const

export type LlmEventType = (typeof LlmEventType)[keyof typeof LlmEventType]

type Type = typeof LlmEventType

export type TextDeltaEvent = { type: Type['TextDelta']; text: string }
export type ReasoningDeltaEvent = { type: Type['ReasoningDelta']; text: string }
export type RefusalDeltaEvent = { type: Type['RefusalDelta']; text: string }

export type ToolCallRequestEvent = {
  type: Type['ToolCallRequest']
  callId: string
  /** Set where the provider sent no id, or the id of another call: then `callId` is made up. */
  callIdGenerated?: true
  name: string
  /** The parsed arguments; `{}` where they were empty or `argumentsError` is set. */
  args: Record<string, unknown>
  /** The exact text sent, joined. Parsing loses big integers and repeated keys; this does not. */
  argumentsText: string
  /** A call that carries it must not be executed. */
  argumentsError?: ArgumentsError
}

export type FinishedEvent = {
  type: Type['Finished']
  finishReason: LlmStopReason
  /** `finish_reason` as sent; absent where usage ended the stream without one. */
  rawFinishReason?: string
  incompleteToolCalls?: IncompleteToolCall[]
}

export type MessageEndEvent = {
  type: Type['MessageEnd']
  usage: LlmUsage
  /** The usage object as sent. */
  rawUsage: WireObject
}

export type ErrorEvent = {
  type: Type['Error']
  error: LlmFailure
  incompleteToolCalls?: IncompleteToolCall[]
}
export type AbortedEvent = { type: Type['Aborted']; incompleteToolCalls?: IncompleteToolCall[] }

export type LlmEvent =
  | TextDeltaEvent
  | ReasoningDeltaEvent
  | RefusalDeltaEvent
  | ToolCallRequestEvent
  | FinishedEvent
  | MessageEndEvent
  | ErrorEvent
  | AbortedEvent
