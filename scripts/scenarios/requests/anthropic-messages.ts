/** A neutral request as the body of POST /v1/messages (https://platform.claude.com/docs/en/api/messages). */

import type { RequestBlock } from '../../../harness/index.ts'
import type { AskedModel, ProviderRequest } from '../scenario.ts'
import { argumentsOf, without } from './blocks.ts'

/** The API wants a limit, and one above the thinking budget. */
const defaultMaxTokens = 1_024
const thinkingBudget = 1_024

export function anthropicMessagesRequest(asked: AskedModel): ProviderRequest {
  const { model, system, messages, tools, maxTokens, temperature, topP, stop, reasoning } = asked
  return {
    path: '/v1/messages',
    body: {
      model,
      max_tokens: maxTokens ?? defaultMaxTokens,
      ...without({ system }),
      messages: messages.map(({ role, content }) => ({ role, content: content.flatMap(blockOf) })),
      ...without({
        tools: tools?.map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: parameters,
        })),
        tool_choice: toolChoice(asked.toolChoice),
        temperature,
        top_p: topP,
        stop_sequences: stop,
        output_config: outputConfig(asked.responseFormat),
        thinking: reasoning && { type: 'enabled', budget_tokens: thinkingBudget },
      }),
      stream: true,
    },
  }
}

function blockOf(block: RequestBlock): unknown[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
      return [
        {
          type: 'image',
          source:
            'url' in block
              ? { type: 'url', url: block.url }
              : { type: 'base64', media_type: block.mediaType, data: block.data },
        },
      ]
    case 'tool-call':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: argumentsOf(block) }]
    case 'tool-result':
      return [
        {
          type: 'tool_result',
          tool_use_id: block.toolCallId,
          content: block.content,
          ...without({ is_error: block.isError }),
        },
      ]
    default:
      return []
  }
}

function toolChoice(choice: AskedModel['toolChoice']): unknown {
  if (choice === undefined) return undefined
  if (typeof choice === 'object') return { type: 'tool', name: choice.name }
  return { type: choice === 'required' ? 'any' : choice }
}

/** JSON without a schema has no parameter: the prompt asks for it. */
function outputConfig(format: AskedModel['responseFormat']): unknown {
  if (typeof format !== 'object') return undefined
  return { format: { type: 'json_schema', schema: format.schema } }
}
