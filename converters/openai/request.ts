/** Writes a request, its tools and its options for chat completions. Not here: the conversation in it (messages.ts). */
import type OpenAI from 'openai'
import { toOpenAiMessages, type OpenAiMessage } from './messages.ts'
import type { LlmRequest, LlmResponseFormat, LlmTool, LlmToolChoice } from './types.ts'

export type OpenAiRequest = Omit<OpenAI.ChatCompletionCreateParams, 'stream'> & { stream?: boolean }

/** The body for POST /chat/completions. Options not given are absent, so that the provider's own defaults hold. */
export function toOpenAiRequest(request: LlmRequest): OpenAiRequest {
  return {
    model: request.model,
    messages: withSystem(request),
    ...limits(request),
    ...tools(request),
    ...format(request),
  }
}

function withSystem(request: LlmRequest): OpenAiMessage[] {
  const messages = toOpenAiMessages(request.messages)
  const { systemInstruction } = request
  return systemInstruction ? [{ role: 'system', content: systemInstruction }, ...messages] : messages
}

function limits(request: LlmRequest): Partial<OpenAiRequest> {
  const { maxTokens, temperature, topP, stopSequences } = request
  return {
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stopSequences !== undefined && stopSequences.length > 0 && { stop: stopSequences }),
  }
}

/** The API refuses a tool choice without tools. */
function tools(request: LlmRequest): Partial<OpenAiRequest> {
  if (request.tools === undefined || request.tools.length === 0) return {}
  return {
    tools: toOpenAiTools(request.tools),
    ...(request.toolChoice !== undefined && { tool_choice: toOpenAiToolChoice(request.toolChoice) }),
  }
}

function format(request: LlmRequest): Partial<OpenAiRequest> {
  return {
    ...(request.responseFormat !== undefined && {
      response_format: toResponseFormat(request.responseFormat),
    }),
    ...(request.stream !== undefined && { stream: request.stream }),
    ...(request.stream === true && { stream_options: { include_usage: true } }),
  }
}

function toResponseFormat(format: LlmResponseFormat): NonNullable<OpenAiRequest['response_format']> {
  if (format === 'text') return { type: 'text' }
  if (format === 'json') return { type: 'json_object' }
  return { type: 'json_schema', json_schema: format }
}

/** The parameter schema is passed on whole, whatever keywords it uses. */
export function toOpenAiTools(tools: readonly LlmTool[]): OpenAI.ChatCompletionFunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: { ...parameters } },
  }))
}

export function toOpenAiToolChoice(choice: LlmToolChoice): OpenAI.ChatCompletionToolChoiceOption {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
}
