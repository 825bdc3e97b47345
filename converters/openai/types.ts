/** The provider-independent shapes the converter reads and writes. Not here: stream events (events.ts) and failures (failure.ts). */
import type { LlmFailure } from './failure.ts'
import type { WireObject } from './wire-values.ts'

export type LlmTextContent = { type: 'text'; text: string }

/** What the model thought. It is never sent back: chat completions has no field for it. */
export type LlmThoughtContent = { type: 'thought'; thought: string }

export type LlmRefusalContent = { type: 'refusal'; refusal: string }

export type LlmImageContent = {
  type: 'image'
  source:
    | { type: 'base64'; mediaType: string; /** base64 */ data: string }
    | { type: 'url'; mediaType?: string; url: string }
}

/** Why `arguments` is `{}` although the provider sent something else. */
export type ArgumentsError = { kind: 'invalid-json' | 'not-an-object'; message: string }

export type LlmToolCallContent = {
  type: 'tool_call'
  id: string
  name: string
  arguments: Record<string, unknown>
  /** The text as sent; only where writing `arguments` as JSON again would not give the same text. */
  argumentsText?: string
  /** A call that carries it must not be executed. */
  argumentsError?: ArgumentsError
}

export type LlmToolResultContent = {
  type: 'tool_result'
  toolCallId: string
  /** Sent as it is when text, as JSON otherwise. */
  content: unknown
  isError?: boolean
}

export type LlmContent =
  | LlmTextContent
  | LlmThoughtContent
  | LlmRefusalContent
  | LlmImageContent
  | LlmToolCallContent
  | LlmToolResultContent

export type LlmRole = 'system' | 'user' | 'assistant' | 'tool'
export type LlmMessage = { role: LlmRole; content: LlmContent[] }

export type LlmTool = {
  name: string
  description?: string
  /** A JSON Schema of type object. */
  parameters: {
    type: 'object'
    properties?: Record<string, unknown>
    required?: string[]
    [key: string]: unknown
  }
}

export type LlmToolChoice = 'auto' | 'none' | 'required' | { name: string }

export type LlmResponseFormat =
  | 'text'
  | 'json'
  | { name: string; schema: Record<string, unknown>; strict?: boolean; description?: string }

export type LlmRequest = {
  model: string
  messages: LlmMessage[]
  systemInstruction?: string
  tools?: LlmTool[]
  toolChoice?: LlmToolChoice
  maxTokens?: number
  temperature?: number
  topP?: number
  stopSequences?: string[]
  responseFormat?: LlmResponseFormat
  /** Asks for a stream that also reports usage. */
  stream?: boolean
}

export type LlmStopReason = 'end_turn' | 'max_tokens' | 'tool_use' | 'content_filter'

/** Token counts. `promptTokens` includes the cached ones, `completionTokens` includes those spent on reasoning. */
export type LlmUsage = {
  promptTokens: number
  completionTokens: number
  totalTokens: number
  /** Read from the cache; 0 where the provider says nothing about it. */
  cachedTokens: number
  cacheWriteTokens?: number
  reasoningTokens?: number
}

/** A call the provider began and did not vouch for. It is there to be shown or logged, never to be executed. */
export type IncompleteToolCall = { callId: string; name: string; argumentsText: string }

export type LlmResponse = {
  id: string
  model: string
  content: LlmContent[]
  stopReason: LlmStopReason
  /** `finish_reason` as sent; absent where none was sent. */
  rawFinishReason?: string
  usage?: LlmUsage
  /** The usage object as sent. */
  rawUsage?: WireObject
  incompleteToolCalls?: IncompleteToolCall[]
  /** Set when the body is an error, or holds no answer at all. */
  error?: LlmFailure
}
