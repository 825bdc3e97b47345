/** The request builder of each wire by name. Not here: the builders. */

import type { WireName } from '../../../harness/index.ts'
import type { RequestBuilder } from '../scenario.ts'
import { anthropicMessagesRequest } from './anthropic-messages.ts'
import { bedrockConverseRequest } from './bedrock-converse.ts'
import { geminiRequest } from './gemini.ts'
import { mistralRequest, openaiChatRequest } from './openai-chat.ts'
import { openaiResponsesRequest } from './openai-responses.ts'

/** The wires that are asked over HTTP. */
export type AskedWire = Exclude<WireName, 'pi-ai-events'>

export const requestBuilders: Readonly<Record<AskedWire, RequestBuilder>> = {
  'openai-chat': openaiChatRequest,
  'openai-responses': openaiResponsesRequest,
  'anthropic-messages': anthropicMessagesRequest,
  gemini: geminiRequest,
  'bedrock-converse': bedrockConverseRequest,
  mistral: mistralRequest,
}
