/** The official clients by wire. Not here: each of them (its own file). */

import type { Client } from './account.ts'
import { anthropicClient } from './anthropic-client.ts'
import { bedrockClient } from './bedrock-client.ts'
import { geminiClient } from './gemini-client.ts'
import { mistralClient } from './mistral-client.ts'
import { openaiChatClient } from './openai-chat-client.ts'
import { openaiResponsesClient } from './openai-responses-client.ts'

export const clients: readonly Client[] = [
  openaiChatClient,
  openaiResponsesClient,
  anthropicClient,
  geminiClient,
  bedrockClient,
  mistralClient,
]
