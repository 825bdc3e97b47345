/** Messages requests (https://platform.claude.com/docs/en/api/messages). */

import type { NeutralRequest, RequestBlock, RequestMessage } from '../../../turn/request.ts'
import { argumentValue, blocksOf, idsFor, sent } from './blocks.ts'

/** The API demands a limit. */
const defaultMaxTokens = 4_096

export function anthropicMessagesRequest(request: NeutralRequest): unknown {
  const { model, system, messages, tools, maxTokens, temperature, topP, stop, responseFormat } = request
  const idOf = idsFor(request, /^[a-zA-Z0-9_-]{1,64}$/)
  const schema = typeof responseFormat === 'object' ? responseFormat.schema : undefined
  return sent({
    model,
    max_tokens: maxTokens ?? defaultMaxTokens,
    system,
    messages: messages.map((message) => messageOf(message, idOf)),
    tools: tools?.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
    tool_choice: toolChoice(request),
    temperature,
    top_p: topP,
    stop_sequences: stop,
    output_config: schema && { format: { type: 'json_schema', schema } },
    stream: true,
  })
}

/** Results of tools stand before everything else. */
function messageOf(message: RequestMessage, idOf: (id: string) => string): unknown {
  const results = blocksOf(message, 'tool-result')
  const others = message.content.filter(({ type }) => type !== 'tool-result')
  return { role: message.role, content: [...results, ...others].flatMap((block) => blockOf(block, idOf)) }
}

/** Thinking is only taken back with its signature; empty texts are refused. */
function blockOf(block: RequestBlock, idOf: (id: string) => string): unknown[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    case 'reasoning':
      if (block.signature === undefined) return []
      return block.redacted
        ? [{ type: 'redacted_thinking', data: block.signature }]
        : [{ type: 'thinking', thinking: block.text, signature: block.signature }]
    case 'tool-call': {
      const { id, name, arguments: said } = block
      return [{ type: 'tool_use', id: idOf(id), name, input: argumentValue(said) }]
    }
    case 'tool-result': {
      const { toolCallId, content, isError } = block
      return [sent({ type: 'tool_result', tool_use_id: idOf(toolCallId), content, is_error: isError })]
    }
    case 'image': {
      const source =
        'url' in block
          ? { type: 'url', url: block.url }
          : { type: 'base64', media_type: block.mediaType, data: block.data }
      return [{ type: 'image', source }]
    }
    case 'opaque':
      return []
  }
}

function toolChoice({ toolChoice }: NeutralRequest): unknown {
  if (toolChoice === undefined) return undefined
  if (typeof toolChoice === 'object') return { type: 'tool', name: toolChoice.name }
  return { type: toolChoice === 'required' ? 'any' : toolChoice }
}
