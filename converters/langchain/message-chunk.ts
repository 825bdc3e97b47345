/** The message chunks of LangChain as far as they are projected, plain as data. Not here: what they mean (project.ts). */

export type ContentBlock = {
  type: string
  index?: number | string
  text?: string
  thinking?: string
  reasoning?: string
  signature?: string
  data?: string
}

export type ToolCallChunk = { index?: number; id?: string; name?: string; args?: string }

export type UsageMetadata = {
  input_tokens?: number
  output_tokens?: number
  input_token_details?: { cache_read?: number; cache_creation?: number }
  output_token_details?: { reasoning?: number }
}

/** https://github.com/langchain-ai/langchainjs/blob/main/libs/langchain-core/src/messages/ai.ts */
export type MessageChunk = {
  content: string | readonly ContentBlock[]
  tool_call_chunks?: readonly ToolCallChunk[]
  additional_kwargs?: Readonly<Record<string, unknown>>
}

/** What `concat` made of all chunks: the message that an application executes calls from. */
export type Message = MessageChunk & {
  id?: string
  tool_calls?: readonly { id?: string; name: string; args: unknown }[]
  invalid_tool_calls?: readonly { id?: string; name?: string; args?: string }[]
  usage_metadata?: UsageMetadata
  response_metadata?: Readonly<Record<string, unknown>>
}

export type LangChainEvent = { type: 'chunk'; chunk: MessageChunk } | { type: 'message'; message: Message }

/** A chunk is an instance of a class with a circle of references; only its data is kept. */
export function dataOf(chunk: Message): Message {
  const { id, content, tool_call_chunks, tool_calls, invalid_tool_calls } = chunk
  const { additional_kwargs, usage_metadata, response_metadata } = chunk
  return JSON.parse(
    JSON.stringify({
      id,
      content,
      tool_call_chunks,
      tool_calls,
      invalid_tool_calls,
      additional_kwargs,
      usage_metadata,
      response_metadata,
    }),
  ) as Message
}
