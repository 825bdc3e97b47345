/** The words this converter speaks: requests, content blocks, stream chunks, finish reasons, errors. Not here: any mapping from or to pi-ai. */

declare const callIdBrand: unique symbol
/** A provider's name for one tool call; branded so that another string is not passed by mistake. */
export type CallId = string & { readonly [callIdBrand]: true }
export function CallId(id: string): CallId {
  return id as CallId
}

export const CONTEXT_WINDOW_EXCEEDED_CODE = 'CONTEXT_WINDOW_EXCEEDED'
export const EMPTY_RESPONSE_CODE = 'EMPTY_RESPONSE'
export const INVALID_REPLAY_STATE_CODE = 'INVALID_REPLAY_STATE'

/** Every code a finish can carry. `PI_AI_ERROR`: pi-ai's text does not tell. */
export type ErrorCode =
  | 'AUTH'
  | 'PERMISSION'
  | 'NOT_FOUND'
  | 'QUOTA'
  | 'RATE_LIMIT'
  | 'OVERLOADED'
  | typeof CONTEXT_WINDOW_EXCEEDED_CODE
  | 'INVALID_REQUEST'
  | 'SERVER'
  | 'TIMEOUT'
  | 'TRANSPORT'
  | typeof EMPTY_RESPONSE_CODE
  | 'CONTENT_FILTER'
  | 'ABORTED'
  | 'PI_AI_ERROR'

/** Thrown, never streamed: the caller's input or the event source is at fault. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly code: string

  constructor(message: string, options: { code: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
  }
}

export type TextBlock = { type: 'text'; text: string }
/** `redacted`: the provider sent an encrypted block, so there is no text to show. */
export type ReasoningBlock = { type: 'reasoning'; text: string; redacted?: true }
export type RefusalBlock = { type: 'refusal'; text: string }
/** `arguments` is JSON text as the model wrote it, unless `argumentsError` says why it is not a JSON object. */
export type ToolCallBlock = {
  type: 'tool-call'
  id: CallId
  name: string
  arguments: string
  argumentsError?: string
}
/** `data` is base64; `url` is only usable as a `data:` URL, since pi-ai sends inline images. */
export type ImageBlock = { type: 'image'; mediaType: string; data?: string; url?: string }
export type ToolResultBlock = {
  type: 'tool-result'
  toolCallId: CallId
  content: string | readonly ContentBlock[]
  isError?: boolean
}
export type ContentBlock =
  | TextBlock
  | ReasoningBlock
  | RefusalBlock
  | ToolCallBlock
  | ImageBlock
  | ToolResultBlock

/** Where an assistant message came from; `replayState` is what the finish of its stream carried. */
export type Provenance = { provider: string; model: string; replayState?: unknown }
export type LlmMessage = {
  role: 'system' | 'user' | 'assistant'
  content: string | readonly ContentBlock[]
  provenance?: Provenance
}
/** `parameters` is a JSON Schema object. */
export type ToolDefinition = { name: string; description: string; parameters: object }
export type LlmRequest = {
  provider: string
  model: string
  system?: string
  messages: readonly LlmMessage[]
  tools?: readonly ToolDefinition[]
}

/** Tokens. Input excludes cached ones; output includes `reasoningTokens`. A field at zero may be absent. */
export type LlmUsage = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  reasoningTokens?: number
}

export type StreamFailure = { message: string; code: ErrorCode }
export type FinishReason =
  | { kind: 'stop' | 'max-tokens' | 'tool-calls' }
  | { kind: 'other'; raw: string }
  | { kind: 'aborted' | 'error'; failure: StreamFailure }

type BlockMetadata =
  | { type: 'text'; textSignature?: string }
  | { type: 'reasoning'; thinkingSignature?: string; redacted?: boolean }
  | { type: 'tool-call'; thoughtSignature?: string; namespace?: string }
/** What pi-ai needs back beside the durable content: JSON, to be stored with the message and handed in as provenance. */
export type PiReplayState = {
  kind: 'pi-ai'
  version: 1
  api: string
  provider: string
  model: string
  responseModel?: string
  responseId?: string
  stopReason: 'stop' | 'length' | 'toolUse' | 'error' | 'aborted' | 'deferred'
  blocks: BlockMetadata[]
}
export type PiReplayBlock = BlockMetadata

export type BlockEnd = {
  type: 'block-end'
  index: number
  block: TextBlock | ReasoningBlock | ToolCallBlock
}
/** One item of the output. Blocks are told apart by `index`; usage and finish come last, in this order. */
export type StreamChunk =
  | { type: 'block-start'; index: number; blockType: 'text' | 'reasoning' | 'tool-call' }
  | { type: 'text-delta' | 'reasoning-delta'; index: number; text: string }
  /** `id` is empty and `name` absent for as long as the provider has not sent them. */
  | { type: 'tool-call-delta'; index: number; id: CallId; name?: string; argumentsDelta: string }
  | BlockEnd
  | { type: 'usage'; usage: LlmUsage }
  /** `rawStopReason` is the provider's own word; `replayState` is absent where there is nothing to replay. */
  | { type: 'finish'; reason: FinishReason; replayState?: PiReplayState; rawStopReason?: string }
