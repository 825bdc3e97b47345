/** Chat completions requests (https://platform.openai.com/docs/api-reference/chat/create), and Mistral's, which are nearly the same. */

import type { NeutralRequest, RequestBlock, RequestMessage } from '../../../turn/request.ts'
import { argumentText, blocksOf, idsFor, imageUrl, joinedText, sent, type BlockOf } from './blocks.ts'

type Dialect = {
  required: string
  maxTokens: string
  acceptedId: RegExp
  image(image: BlockOf<'image'>): unknown
  /** A part of an assistant's content that is a thought, where the wire takes one back. */
  thought?: (text: string) => unknown
  more: Record<string, unknown>
}

const openai: Dialect = {
  required: 'required',
  maxTokens: 'max_completion_tokens',
  acceptedId: /./,
  image: (image) => ({ url: imageUrl(image) }),
  more: { stream_options: { include_usage: true } },
}

const mistral: Dialect = {
  required: 'any',
  maxTokens: 'max_tokens',
  acceptedId: /^[a-zA-Z0-9]{9}$/,
  image: imageUrl,
  thought: (text) => ({ type: 'thinking', thinking: [{ type: 'text', text }] }),
  more: {},
}

export function openaiChatRequest(request: NeutralRequest): unknown {
  return requestOf(request, openai)
}

export function mistralRequest(request: NeutralRequest): unknown {
  return requestOf(request, mistral)
}

function requestOf(request: NeutralRequest, dialect: Dialect): unknown {
  const { model, system, messages, tools, maxTokens, temperature, topP, stop } = request
  const idOf = idsFor(request, dialect.acceptedId)
  const said = messages.flatMap((message) =>
    message.role === 'user'
      ? userMessages(message, idOf, dialect)
      : [assistantMessage(message, idOf, dialect)],
  )
  return sent({
    model,
    messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...said],
    tools: tools?.map((tool) => ({ type: 'function', function: tool })),
    tool_choice: toolChoice(request, dialect),
    [dialect.maxTokens]: maxTokens,
    temperature,
    top_p: topP,
    stop,
    response_format: responseFormat(request),
    stream: true,
    ...dialect.more,
  })
}

/** Results of tools are messages of their own. */
function userMessages(message: RequestMessage, idOf: (id: string) => string, dialect: Dialect): unknown[] {
  const results = blocksOf(message, 'tool-result').map(({ toolCallId, content }) => ({
    role: 'tool',
    tool_call_id: idOf(toolCallId),
    content,
  }))
  const parts = message.content.flatMap((block) => userPart(block, dialect))
  return [...results, ...(parts.length === 0 ? [] : [{ role: 'user', content: parts }])]
}

function userPart(block: RequestBlock, dialect: Dialect): unknown[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  return block.type === 'image' ? [{ type: 'image_url', image_url: dialect.image(block) }] : []
}

function assistantMessage(message: RequestMessage, idOf: (id: string) => string, dialect: Dialect): unknown {
  const { thought } = dialect
  const text = joinedText(message)
  const thoughts = thought ? blocksOf(message, 'reasoning').map((block) => thought(block.text)) : []
  const refusal = blocksOf(message, 'refusal').map((block) => block.text)
  const calls = blocksOf(message, 'tool-call').map(({ id, name, arguments: said }) => ({
    id: idOf(id),
    type: 'function',
    function: { name, arguments: argumentText(said) },
  }))
  return sent({
    role: 'assistant',
    content: thoughts.length > 0 ? [...thoughts, { type: 'text', text }] : text === '' ? null : text,
    refusal: refusal.length === 0 ? undefined : refusal.join(''),
    tool_calls: calls.length === 0 ? undefined : calls,
  })
}

function toolChoice({ toolChoice }: NeutralRequest, { required }: Dialect): unknown {
  if (typeof toolChoice === 'object') return { type: 'function', function: toolChoice }
  return toolChoice === 'required' ? required : toolChoice
}

function responseFormat({ responseFormat }: NeutralRequest): unknown {
  if (responseFormat === undefined || responseFormat === 'text') return undefined
  if (responseFormat === 'json') return { type: 'json_object' }
  return { type: 'json_schema', json_schema: responseFormat }
}
