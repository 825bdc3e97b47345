/** Drives `ChatAnthropic` of `@langchain/anthropic`. */

import type { ConvertContext, NeutralRequest } from '../../harness/index.ts'
import { capabilities } from '../langchain/capabilities.ts'
import { chatDriver, type ChatModel } from '../langchain/chat-driver.ts'
import { toTools } from '../langchain/messages.ts'
import { published } from '../published/package.ts'

type Package = { ChatAnthropic: new (settings: object) => ChatModel }

const { module, version } = await published<Package>(
  import.meta.url,
  '@langchain/anthropic',
  (name) => import(name),
)

export default chatDriver({
  name: 'langchain-anthropic',
  version: `@langchain/anthropic ${version}`,
  wires: ['anthropic-messages'],
  model: (context) => ({ model: modelOf(context), form: 'blocks', options: optionsOf(context.request) }),
  capabilities: {
    ...capabilities,
    // Its usage has no place for them.
    usage: ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'],
  },
})

function optionsOf({ responseFormat }: NeutralRequest): Record<string, unknown> {
  if (typeof responseFormat !== 'object') return {}
  return { outputConfig: { format: { type: 'json_schema', schema: responseFormat.schema } } }
}

function modelOf({ model, baseUrl, fetch, apiKey, request }: ConvertContext): ChatModel {
  const { maxTokens, temperature, topP, stop, toolChoice } = request
  const chat = new module.ChatAnthropic({
    model,
    apiKey,
    maxRetries: 0,
    streamUsage: true,
    anthropicApiUrl: baseUrl,
    clientOptions: { fetch, logLevel: 'off' },
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
  })
  const tools = toTools(request)
  if (tools.length === 0) return chat
  const choice =
    toolChoice === 'required' ? 'any' : typeof toolChoice === 'object' ? toolChoice.name : toolChoice
  return chat.bindTools(tools, choice === undefined ? {} : { tool_choice: choice })
}
