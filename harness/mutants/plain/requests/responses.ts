/** Responses requests (https://platform.openai.com/docs/api-reference/responses/create). */

import type { NeutralRequest, RequestBlock, RequestMessage } from '../../../turn/request.ts'
import { argumentText, imageUrl, sent } from './blocks.ts'

export function openaiResponsesRequest(request: NeutralRequest): unknown {
  const { model, system, messages, tools, toolChoice, maxTokens, temperature, topP } = request
  return sent({
    model,
    instructions: system,
    input: messages.flatMap(itemsOf),
    tools: tools?.map((tool) => ({ type: 'function', ...tool })),
    tool_choice: typeof toolChoice === 'object' ? { type: 'function', ...toolChoice } : toolChoice,
    max_output_tokens: maxTokens,
    temperature,
    top_p: topP,
    text: textFormat(request),
    store: false,
    include: ['reasoning.encrypted_content'],
    stream: true,
  })
}

function itemsOf({ role, content }: RequestMessage): unknown[] {
  return content.flatMap((block) => (role === 'user' ? userItem(block) : assistantItem(block)))
}

function message(role: string, part: unknown): unknown[] {
  return [{ type: 'message', role, content: [part] }]
}

function userItem(block: RequestBlock): unknown[] {
  if (block.type === 'text') return message('user', { type: 'input_text', text: block.text })
  if (block.type === 'image') return message('user', { type: 'input_image', image_url: imageUrl(block) })
  if (block.type !== 'tool-result') return []
  return [{ type: 'function_call_output', call_id: block.toolCallId, output: block.content }]
}

/** Reasoning is only taken back with its encrypted content. */
function assistantItem(block: RequestBlock): unknown[] {
  if (block.type === 'text') return message('assistant', { type: 'output_text', text: block.text })
  if (block.type === 'refusal') return message('assistant', { type: 'refusal', refusal: block.text })
  if (block.type === 'reasoning' && block.signature !== undefined && !block.redacted) {
    const summary = block.text === '' ? [] : [{ type: 'summary_text', text: block.text }]
    return [{ type: 'reasoning', summary, encrypted_content: block.signature }]
  }
  if (block.type !== 'tool-call') return []
  const { id, name, arguments: said } = block
  return [{ type: 'function_call', call_id: id, name, arguments: argumentText(said) }]
}

function textFormat({ responseFormat }: NeutralRequest): unknown {
  if (responseFormat === undefined || responseFormat === 'text') return undefined
  return {
    format: responseFormat === 'json' ? { type: 'json_object' } : { type: 'json_schema', ...responseFormat },
  }
}
