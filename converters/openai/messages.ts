/** Writes a conversation as chat-completions messages. Not here: the rest of the request (request.ts). */
import type OpenAI from 'openai'
import type {
  LlmContent,
  LlmImageContent,
  LlmMessage,
  LlmTextContent,
  LlmToolCallContent,
  LlmToolResultContent,
} from './types.ts'

export type OpenAiMessage = OpenAI.ChatCompletionMessageParam

/** One message may become several (each tool result is its own) or none (nothing in it can be sent). */
export function toOpenAiMessages(messages: readonly LlmMessage[]): OpenAiMessage[] {
  return messages.flatMap(toMessages)
}

// Results come first: the API wants them directly after the assistant's calls.
function toMessages({ role, content }: LlmMessage): OpenAiMessage[] {
  return [...content.filter(isToolResult).map(toToolMessage), ...toSpokenMessage(role, content)]
}

function toSpokenMessage(role: LlmMessage['role'], content: LlmContent[]): OpenAiMessage[] {
  if (role === 'system') return toSystemMessage(content)
  return role === 'assistant' ? toAssistantMessage(content) : toUserMessage(content)
}

function toSystemMessage(content: LlmContent[]): OpenAiMessage[] {
  const text = joinedText(content)
  return text === '' ? [] : [{ role: 'system', content: text }]
}

function toUserMessage(content: LlmContent[]): OpenAiMessage[] {
  const shown = content.filter((block) => block.type === 'text' || block.type === 'image')
  const [only] = shown
  if (only === undefined) return []
  if (shown.length === 1 && only.type === 'text') return [{ role: 'user', content: only.text }]
  return [{ role: 'user', content: shown.map(toPart) }]
}

/** Thoughts are left out: the API has no field to send them back in. */
function toAssistantMessage(content: LlmContent[]): OpenAiMessage[] {
  const text = joinedText(content)
  const refusal = content.flatMap((block) => (block.type === 'refusal' ? [block.refusal] : [])).join('')
  const calls = content.filter((block) => block.type === 'tool_call').map(toToolCall)
  if (text === '' && refusal === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(refusal !== '' && { refusal }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}

function toPart(block: LlmTextContent | LlmImageContent): OpenAI.ChatCompletionContentPart {
  if (block.type === 'text') return { type: 'text', text: block.text }
  const { source } = block
  const url = source.type === 'base64' ? `data:${source.mediaType};base64,${source.data}` : source.url
  return { type: 'image_url', image_url: { url } }
}

/** The provider gets back the text it sent, where that is known. */
function toToolCall(call: LlmToolCallContent): OpenAI.ChatCompletionMessageFunctionToolCall {
  const text = call.argumentsText ?? JSON.stringify(call.arguments)
  return { id: call.id, type: 'function', function: { name: call.name, arguments: text } }
}

function toToolMessage({ toolCallId, content }: LlmToolResultContent): OpenAiMessage {
  return { role: 'tool', tool_call_id: toolCallId, content: resultText(content) }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  // JSON has no undefined, but the API wants some text.
  return JSON.stringify(content) ?? ''
}

function isToolResult(block: LlmContent): block is LlmToolResultContent {
  return block.type === 'tool_result'
}

function joinedText(content: LlmContent[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
}
