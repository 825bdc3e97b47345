/** Drives `ChatOpenAI` of `@langchain/openai` over both of OpenAI's APIs. */

import type { ConvertContext, NeutralRequest } from '../../harness/index.ts'
import { capabilities } from '../langchain/capabilities.ts'
import { chatDriver, type ChatModel } from '../langchain/chat-driver.ts'
import { toTools } from '../langchain/messages.ts'
import { published } from '../published/package.ts'

type Package = { ChatOpenAI: new (settings: object) => ChatModel }

const { module, version } = await published<Package>(
  import.meta.url,
  '@langchain/openai',
  (name) => import(name),
)

export default chatDriver({
  name: 'langchain-openai',
  version: `@langchain/openai ${version}`,
  wires: ['openai-chat', 'openai-responses'],
  model: (context) => ({
    model: modelOf(context),
    form: context.wire === 'openai-responses' ? 'beside' : 'none',
    options: optionsOf(context.request),
  }),
  capabilities: capabilities,
  capabilitiesByWire: {
    'openai-chat': { requestLacks: [...(capabilities.requestLacks ?? []), 'reasoning'] },
  },
})

function modelOf({ wire, model, baseUrl, fetch, apiKey, request }: ConvertContext): ChatModel {
  const { maxTokens, temperature, topP, stop, toolChoice } = request
  const chat = new module.ChatOpenAI({
    model,
    apiKey,
    maxRetries: 0,
    streamUsage: true,
    useResponsesApi: wire === 'openai-responses',
    configuration: { baseURL: `${baseUrl}/v1`, fetch, logLevel: 'off' },
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stop === undefined ? {} : { stop: [...stop] }),
  })
  const tools = toTools(request)
  if (tools.length === 0) return chat
  const choice = typeof toolChoice === 'object' ? toolChoice.name : toolChoice
  return chat.bindTools(tools, choice === undefined ? {} : { tool_choice: choice })
}

function optionsOf({ responseFormat }: NeutralRequest): Record<string, unknown> {
  if (responseFormat === undefined) return {}
  if (responseFormat === 'json') return { response_format: { type: 'json_object' } }
  if (responseFormat === 'text') return { response_format: { type: 'text' } }
  return { response_format: { type: 'json_schema', json_schema: responseFormat } }
}
