/** The plain converter of chat completions. Not here: reading the chunks (chat.ts). */

import { ChatStream, chunkOfBody } from './chat.ts'
import type { PlainWire } from './plain-wire.ts'
import { openaiChatRequest } from './requests/chat.ts'

const reasons = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  length: 'max-tokens',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  error: 'error',
} as const

export const openaiChat: PlainWire = {
  name: 'openai-chat',
  path: () => '/v1/chat/completions',
  toRequest: openaiChatRequest,
  start: () => new ChatStream(reasons),
  payloadsOfBody: (body) => [chunkOfBody(body)],
}
