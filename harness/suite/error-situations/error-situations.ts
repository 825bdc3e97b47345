/** The table of error situations, whole. Not here: its parts (table/), playing it (recordings.ts). */

import type { ConnectionRow, HttpRow, InBandRow } from './error-situation.ts'
import { anthropicRows, vertexAnthropicRows } from './table/anthropic.ts'
import { anthropicStreamRows } from './table/anthropic-streams.ts'
import { azureRows } from './table/azure.ts'
import { bedrockRows } from './table/bedrock.ts'
import { bedrockStreamRows } from './table/bedrock-streams.ts'
import { chatStreamRows } from './table/chat-streams.ts'
import { cloudflareRows, cloudflareChatRows } from './table/cloudflare.ts'
import { cohereRows } from './table/cohere.ts'
import { connectionRows } from './table/connections.ts'
import { dashscopeRows, glmRows } from './table/dashscope.ts'
import { deepseekRows } from './table/deepseek.ts'
import { geminiRows } from './table/gemini.ts'
import { geminiStreamRows } from './table/gemini-streams.ts'
import { groqRows } from './table/groq.ts'
import { kimiRows } from './table/kimi.ts'
import { litellmRows } from './table/litellm.ts'
import { llamacppRows } from './table/llamacpp.ts'
import { smallServerRows } from './table/local-servers.ts'
import { minimaxRows } from './table/minimax.ts'
import { mistralRows } from './table/mistral.ts'
import { mistralStreamRows } from './table/mistral-streams.ts'
import { moreHostRows } from './table/more-hosts.ts'
import { ollamaRows } from './table/ollama.ts'
import { openaiRows } from './table/openai.ts'
import { responsesStreamRows } from './table/openai-streams.ts'
import { openrouterRows } from './table/openrouter.ts'
import { plainBodyRows } from './table/plain-bodies.ts'
import { proxyRows } from './table/proxies.ts'
import { readerStreamRows } from './table/reader-streams.ts'
import { togetherRows } from './table/together.ts'
import { vertexRows } from './table/vertex.ts'
import { vllmRows } from './table/vllm.ts'
import { xaiRows } from './table/xai.ts'
import { zaiRows } from './table/zai.ts'

export const httpErrors: readonly HttpRow[] = [
  ...openaiRows,
  ...azureRows,
  ...anthropicRows,
  ...vertexAnthropicRows,
  ...geminiRows,
  ...vertexRows,
  ...bedrockRows,
  ...mistralRows,
  ...groqRows,
  ...xaiRows,
  ...openrouterRows,
  ...deepseekRows,
  ...togetherRows,
  ...moreHostRows,
  ...zaiRows,
  ...kimiRows,
  ...minimaxRows,
  ...dashscopeRows,
  ...glmRows,
  ...litellmRows,
  ...vllmRows,
  ...llamacppRows,
  ...smallServerRows,
  ...ollamaRows,
  ...cohereRows,
  ...cloudflareRows,
  ...cloudflareChatRows,
  ...proxyRows,
]

export const streamErrors: readonly InBandRow[] = [
  ...chatStreamRows,
  ...responsesStreamRows,
  ...anthropicStreamRows,
  ...geminiStreamRows,
  ...bedrockStreamRows,
  ...mistralStreamRows,
  ...readerStreamRows,
  ...plainBodyRows,
]

export const connectionErrors: readonly ConnectionRow[] = connectionRows
