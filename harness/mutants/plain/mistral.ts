/** The plain converter of Mistral's chat API. Not here: reading the chunks (chat.ts). */

import { ChatStream, chunkOfBody } from './chat.ts'
import type { PlainWire } from './plain-wire.ts'
import { mistralRequest } from './requests/chat.ts'

const reasons = {
  stop: 'stop',
  length: 'max-tokens',
  model_length: 'max-tokens',
  tool_calls: 'tool-calls',
  error: 'error',
} as const

export const mistral: PlainWire = {
  name: 'mistral',
  path: () => '/v1/chat/completions',
  toRequest: mistralRequest,
  start: () => new ChatStream(reasons),
  payloadsOfBody: (body) => [chunkOfBody(body)],
}
