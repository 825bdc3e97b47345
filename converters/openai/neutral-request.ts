/** Turns the harness's neutral request into the converter's own request shape. */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'
import { parseArguments } from './arguments.ts'
import type { LlmContent, LlmMessage, LlmRequest, LlmTool } from './types.ts'

/** The request as this converter's users would write it; opaque blocks are left out, since it has no word for them. */
export function toLlmRequest(request: NeutralRequest): LlmRequest {
  const { system, messages, tools, toolChoice, maxTokens, temperature, topP, stop, responseFormat } = request
  return {
    model: request.model,
    messages: messages.flatMap(({ role, content }) => toMessages(role, content)),
    ...(system === undefined ? {} : { systemInstruction: system }),
    ...(tools === undefined ? {} : { tools: tools.map(toTool) }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
  }
}

function toTool({ name, description, parameters }: NonNullable<NeutralRequest['tools']>[number]): LlmTool {
  return { name, description, parameters: { ...parameters, type: 'object' } }
}

/** Tool results are messages of their own here, and come before what the user adds. */
function toMessages(role: 'user' | 'assistant', blocks: readonly RequestBlock[]): LlmMessage[] {
  const content = blocks.flatMap(toContent)
  const results = content.filter(({ type }) => type === 'tool_result')
  const rest = content.filter(({ type }) => type !== 'tool_result')
  return [
    ...results.map((result): LlmMessage => ({ role: 'tool', content: [result] })),
    ...(rest.length > 0 ? [{ role, content: rest }] : []),
  ]
}

function toContent(block: RequestBlock): LlmContent[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      return [{ type: 'thought', thought: block.text }]
    case 'refusal':
      return [{ type: 'refusal', refusal: block.text }]
    case 'tool-call':
      return [toolCall(block)]
    case 'tool-result':
      return [
        {
          type: 'tool_result',
          toolCallId: block.toolCallId,
          content: block.content,
          ...(block.isError === undefined ? {} : { isError: block.isError }),
        },
      ]
    case 'image':
      return [
        {
          type: 'image',
          source:
            'data' in block
              ? { type: 'base64', mediaType: block.mediaType, data: block.data }
              : { type: 'url', mediaType: block.mediaType, url: block.url },
        },
      ]
    case 'opaque':
      return []
  }
}

/** A call of the history may hold what the model wrote and no JSON object: its text goes back all the same. */
function toolCall({ id, name, arguments: text }: Extract<RequestBlock, { type: 'tool-call' }>): LlmContent {
  const { args, error } = parseArguments(text)
  return {
    type: 'tool_call',
    id,
    name,
    arguments: args,
    argumentsText: text.trim() === '' ? '{}' : text,
    ...(error && { argumentsError: error }),
  }
}
