/** The converter's public face: one thin class over the files beside it. Not here: any of the work. */
import type OpenAI from 'openai'
import type { LlmEvent } from './events.ts'
import type { LlmFailure } from './failure.ts'
import { mapFinishReason } from './finish-reason.ts'
import { toOpenAiMessages, type OpenAiMessage } from './messages.ts'
import { toOpenAiRequest, toOpenAiToolChoice, toOpenAiTools, type OpenAiRequest } from './request.ts'
import { fromOpenAiResponse } from './response.ts'
import { fromOpenAiError } from './sdk-error.ts'
import { convertChunk, flushStream, type FlushOptions } from './stream.ts'
import { createStreamState, type StreamState } from './stream-state.ts'
import type { LlmMessage, LlmRequest, LlmResponse, LlmStopReason, LlmTool, LlmToolChoice } from './types.ts'

export type OpenAiConverterOptions = {
  /** Makes the id of a call that came without one of its own. It must not repeat within a conversation; default: a random UUID. */
  generateId?: () => string
}

/** Converts between the provider-independent Llm shapes and OpenAI's chat completions. Holds nothing of a stream: that is in its state. */
export class OpenAiConverter {
  readonly #generateId: () => string

  constructor(options: OpenAiConverterOptions = {}) {
    this.#generateId = options.generateId ?? (() => `call_${crypto.randomUUID()}`)
  }

  toOpenAiRequest(request: LlmRequest): OpenAiRequest {
    return toOpenAiRequest(request)
  }

  toOpenAiMessages(messages: readonly LlmMessage[]): OpenAiMessage[] {
    return toOpenAiMessages(messages)
  }

  toOpenAiTools(tools: readonly LlmTool[]): OpenAI.ChatCompletionFunctionTool[] {
    return toOpenAiTools(tools)
  }

  toOpenAiToolChoice(choice: LlmToolChoice): OpenAI.ChatCompletionToolChoiceOption {
    return toOpenAiToolChoice(choice)
  }

  /** Reads a whole (not streamed) answer. Takes anything and never throws: see `error` in the result. */
  fromOpenAiResponse(response: unknown, model: string): LlmResponse {
    return fromOpenAiResponse(response, model, this.#generateId)
  }

  mapFinishReason(reason: unknown): LlmStopReason {
    return mapFinishReason(reason)
  }

  /** One state per stream. */
  createStreamState(): StreamState {
    return createStreamState()
  }

  /** The events of one parsed chunk; changes the state. Takes anything and never throws. */
  convertStreamEvent(chunk: unknown, state: StreamState): LlmEvent[] {
    return convertChunk(chunk, state, this.#generateId)
  }

  /** The last events, to be asked for when the stream has ended, was aborted, or threw: usage held back, and Error or Aborted where it never finished. */
  flush(state: StreamState, options: FlushOptions = {}): LlmEvent[] {
    return flushStream(state, options)
  }

  /** The failure behind anything the `openai` SDK throws. */
  fromOpenAiError(error: unknown): LlmFailure {
    return fromOpenAiError(error)
  }
}
