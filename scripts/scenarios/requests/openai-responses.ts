/** A neutral request as the body of POST /v1/responses (https://platform.openai.com/docs/api-reference/responses/create). */

import type { RequestBlock } from '../../../harness/index.ts'
import type { AskedModel, ProviderRequest } from '../scenario.ts'
import { textOf, toolCallsOf, toolResultsOf, without } from './blocks.ts'

export function openaiResponsesRequest(asked: AskedModel): ProviderRequest {
  const { model, system, messages, tools, maxTokens, temperature, topP, reasoning } = asked
  return {
    path: '/v1/responses',
    body: {
      model,
      input: messages.flatMap(({ role, content }) =>
        role === 'user' ? userItems(content) : assistantItems(content),
      ),
      ...without({
        instructions: system,
        tools: tools?.map((tool) => ({ type: 'function', ...tool, strict: false })),
        tool_choice: toolChoice(asked.toolChoice),
        max_output_tokens: maxTokens,
        temperature,
        top_p: topP,
        text: textFormat(asked.responseFormat),
        reasoning: reasoning && { effort: 'low', summary: 'auto' },
      }),
      stream: true,
      store: false,
    },
  }
}

function userItems(content: readonly RequestBlock[]): unknown[] {
  const results = toolResultsOf(content).map(({ toolCallId, content }) => ({
    type: 'function_call_output',
    call_id: toolCallId,
    output: content,
  }))
  const parts = content.flatMap((block): unknown[] => {
    if (block.type === 'text') return [{ type: 'input_text', text: block.text }]
    if (block.type !== 'image') return []
    const url = 'url' in block ? block.url : `data:${block.mediaType};base64,${block.data}`
    return [{ type: 'input_image', image_url: url }]
  })
  return parts.length === 0 ? results : [...results, { role: 'user', content: parts }]
}

function assistantItems(content: readonly RequestBlock[]): unknown[] {
  const text = textOf(content)
  const calls = toolCallsOf(content).map(({ id, name, arguments: text }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: text,
  }))
  return text === '' ? calls : [{ role: 'assistant', content: [{ type: 'output_text', text }] }, ...calls]
}

function toolChoice(choice: AskedModel['toolChoice']): unknown {
  return typeof choice === 'object' ? { type: 'function', name: choice.name } : choice
}

function textFormat(format: AskedModel['responseFormat']): unknown {
  if (format === undefined || format === 'text') return undefined
  if (format === 'json') return { format: { type: 'json_object' } }
  return { format: { type: 'json_schema', ...format, strict: true } }
}
