/** Turns the harness's neutral request into the converter's own request shape. */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'
import { CallId, type ContentBlock, type LlmRequest } from './vocabulary.ts'

/** Under this name the driver's models are known to pi-ai: a state is only taken back under the name it was made under. */
export const provider = 'streamproof'

/** The request as this converter's users would write it; opaque blocks are left out, since it has no word for them. */
export function toLlmRequest(request: NeutralRequest): LlmRequest {
  const { model, system, messages, tools } = request
  return {
    provider,
    model,
    messages: messages.map(({ role, content, replayState }) => ({
      role,
      content: content.flatMap(toBlock),
      ...(replayState === undefined ? {} : { provenance: { provider, model, replayState } }),
    })),
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
  }
}

function toBlock(block: RequestBlock): ContentBlock[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: block.type, text: block.text }]
    case 'reasoning':
      return [{ type: 'reasoning', text: block.text, ...(block.redacted ? { redacted: true } : {}) }]
    case 'tool-call':
      return [{ type: 'tool-call', id: CallId(block.id), name: block.name, arguments: block.arguments }]
    case 'tool-result':
      return [
        {
          type: 'tool-result',
          toolCallId: CallId(block.toolCallId),
          content: block.content,
          ...(block.isError === undefined ? {} : { isError: block.isError }),
        },
      ]
    case 'image':
      return [
        'data' in block
          ? { type: 'image', mediaType: block.mediaType, data: block.data }
          : { type: 'image', mediaType: block.mediaType, url: block.url },
      ]
    case 'opaque':
      return []
  }
}
