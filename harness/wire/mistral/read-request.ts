/** Reads the body of a request to Mistral (https://docs.mistral.ai/api/#tag/chat): chat completions with its own words for images, thoughts and the tool choice. */

import type { RequestFeature } from '../../turn/request.ts'
import { objectOf, textOf } from '../json-fields.ts'
import { nestedText, readChatRequest, type ChatDialect } from '../openai-chat/read-request.ts'
import type { RequestReading } from '../wire.ts'

const dialect: ChatDialect = {
  required: ['any', 'required'],
  imageUrl: (value) => (typeof value === 'string' ? value : textOf(objectOf(value)?.['url'])),
  thinking: (part) => (part['type'] === 'thinking' ? nestedText(part['thinking']) : undefined),
}

export const requestLacks: readonly RequestFeature[] = [
  'reasoning-signature',
  'redacted-reasoning',
  'refusal',
  'call-signature',
  'result-error',
  'image-url-type',
  'block-order',
]

export function readRequest(body: unknown): RequestReading {
  return readChatRequest(body, dialect)
}
