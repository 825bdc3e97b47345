/** A neutral request as the body of POST /model/…/converse-stream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). */

import type { RequestBlock } from '../../../harness/index.ts'
import type { AskedModel, ProviderRequest } from '../scenario.ts'
import { argumentsOf, without } from './blocks.ts'

const thinkingBudget = 1_024

/** JSON output has no parameter here: the prompt asks for it. */
export function bedrockConverseRequest(asked: AskedModel): ProviderRequest {
  const { model, system, messages, tools, reasoning } = asked
  return {
    path: `/model/${encodeURIComponent(model)}/converse-stream`,
    body: {
      messages: messages.map(({ role, content }) => ({ role, content: content.flatMap(blockOf) })),
      ...without({
        system: system === undefined ? undefined : [{ text: system }],
        inferenceConfig: inferenceConfig(asked),
        toolConfig: tools && toolConfig(tools, asked.toolChoice),
        additionalModelRequestFields: reasoning && {
          thinking: { type: 'enabled', budget_tokens: thinkingBudget },
        },
      }),
    },
  }
}

function blockOf(block: RequestBlock): unknown[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text }]
    case 'image': {
      if ('url' in block) throw new Error('Converse takes images as bytes only. Give `data`, not `url`.')
      const format = block.mediaType.replace(/^image\//, '')
      return [{ image: { format, source: { bytes: block.data } } }]
    }
    case 'tool-call':
      return [{ toolUse: { toolUseId: block.id, name: block.name, input: argumentsOf(block) } }]
    case 'tool-result':
      return [
        {
          toolResult: {
            toolUseId: block.toolCallId,
            content: [{ text: block.content }],
            status: block.isError ? 'error' : 'success',
          },
        },
      ]
    default:
      return []
  }
}

function inferenceConfig({ maxTokens, temperature, topP, stop }: AskedModel): unknown {
  const config = without({ maxTokens, temperature, topP, stopSequences: stop })
  return Object.keys(config).length === 0 ? undefined : config
}

function toolConfig(tools: NonNullable<AskedModel['tools']>, choice: AskedModel['toolChoice']): unknown {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      toolSpec: { name, description, inputSchema: { json: parameters } },
    })),
    ...without({ toolChoice: toolChoice(choice) }),
  }
}

/** There is no word for `none`: the tools are offered, and the model may leave them. */
function toolChoice(choice: AskedModel['toolChoice']): unknown {
  if (choice === undefined || choice === 'none') return undefined
  if (typeof choice === 'object') return { tool: { name: choice.name } }
  return choice === 'required' ? { any: {} } : { auto: {} }
}
