/** A request that names no provider, and the words for what a wire or a converter may be unable to say of one. Not here: reading one from a provider's body (each wire's read-request.ts). */

import type { TurnBlock } from './turn.ts'

/** Blocks of a turn, plus what only a user says. `data` is base64. */
export type RequestBlock =
  | TurnBlock
  | { type: 'image'; mediaType: string; data: string }
  | { type: 'image'; mediaType: string; url: string }
  | { type: 'tool-result'; toolCallId: string; content: string; isError?: boolean }

export type RequestMessage = {
  role: 'user' | 'assistant'
  content: readonly RequestBlock[]
  /** What the driver's `replayState` gave for the turn that this assistant message was. */
  replayState?: unknown
}

export type RequestTool = { name: string; description: string; parameters: Record<string, unknown> }
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }
export type ResponseFormat = 'text' | 'json' | { name: string; schema: Record<string, unknown> }

export type NeutralRequest = {
  model: string
  system?: string
  messages: readonly RequestMessage[]
  tools?: readonly RequestTool[]
  toolChoice?: ToolChoice
  maxTokens?: number
  temperature?: number
  topP?: number
  stop?: readonly string[]
  responseFormat?: ResponseFormat
}

/** Whether one request part can be said at all is a fact of a wire; whether it is said, a capability of a converter. */
export const requestFeatures = [
  /** Leaving the limit of tokens to the provider. */
  'no-max-tokens',
  'max-tokens',
  'temperature',
  'top-p',
  'stop',
  'tool-choice-none',
  'tool-choice-required',
  'tool-choice-named',
  'format-json',
  'format-schema',
  /** The name beside a schema of the answer. */
  'schema-name',
  'image-data',
  'image-url',
  /** The media type of an image given by url. */
  'image-url-type',
  /** That a tool's result is an error. */
  'result-error',
  /** The id of a call; without it results are matched by name and order. */
  'call-ids',
  'call-signature',
  /** The text of a call's arguments; without it only their JSON value. */
  'argument-text',
  /** Reasoning without a signature. */
  'reasoning',
  'reasoning-signature',
  'redacted-reasoning',
  /** A refusal as such; without it as text, or left out. */
  'refusal',
  /** Text that is nothing but white space. */
  'blank-text',
  /** The order of text, reasoning and calls in an assistant message. */
  'block-order',
] as const
export type RequestFeature = (typeof requestFeatures)[number]
