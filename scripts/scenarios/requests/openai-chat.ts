/** A neutral request as the body of POST /v1/chat/completions (https://platform.openai.com/docs/api-reference/chat/create). */

import type { RequestBlock } from '../../../harness/index.ts'
import type { AskedModel, ProviderRequest } from '../scenario.ts'
import { textOf, toolCallsOf, toolResultsOf, without } from './blocks.ts'

const chatPath = '/v1/chat/completions'

export function openaiChatRequest(asked: AskedModel): ProviderRequest {
  const { maxTokens, responseFormat, reasoning } = asked
  return {
    path: chatPath,
    body: {
      ...chatCommon(asked, (url) => ({ type: 'image_url', image_url: { url } })),
      ...without({
        max_completion_tokens: maxTokens,
        tool_choice: toolChoice(asked.toolChoice, 'required'),
        response_format: chatFormat(responseFormat),
        reasoning_effort: reasoning && 'low',
      }),
      stream: true,
      stream_options: { include_usage: true },
    },
  }
}

/** Mistral's dialect of it (https://docs.mistral.ai/api/#tag/chat). */
export function mistralRequest(asked: AskedModel): ProviderRequest {
  return {
    path: chatPath,
    body: {
      ...chatCommon(asked, (url) => ({ type: 'image_url', image_url: url })),
      ...without({
        max_tokens: asked.maxTokens,
        tool_choice: toolChoice(asked.toolChoice, 'any'),
        response_format: chatFormat(asked.responseFormat),
        prompt_mode: asked.reasoning && 'reasoning',
      }),
      stream: true,
    },
  }
}

type ImagePart = (url: string) => unknown

function chatCommon(asked: AskedModel, imagePart: ImagePart): Record<string, unknown> {
  const { model, system, messages, tools, temperature, topP, stop } = asked
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap(({ role, content }) =>
        role === 'user' ? userMessages(content, imagePart) : [assistantMessage(content)],
      ),
    ],
    ...without({
      tools: tools?.map((tool) => ({ type: 'function', function: tool })),
      temperature,
      top_p: topP,
      stop,
    }),
  }
}

function userMessages(content: readonly RequestBlock[], imagePart: ImagePart): unknown[] {
  const results = toolResultsOf(content).map(({ toolCallId, content }) => ({
    role: 'tool',
    tool_call_id: toolCallId,
    content,
  }))
  const images = content.flatMap((block) =>
    block.type === 'image'
      ? [imagePart('url' in block ? block.url : `data:${block.mediaType};base64,${block.data}`)]
      : [],
  )
  const text = textOf(content)
  if (images.length > 0) {
    return [...results, { role: 'user', content: [...images, { type: 'text', text }] }]
  }
  return text === '' ? results : [...results, { role: 'user', content: text }]
}

function assistantMessage(content: readonly RequestBlock[]): unknown {
  const calls = toolCallsOf(content).map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
  const text = textOf(content)
  return {
    role: 'assistant',
    ...(text === '' ? {} : { content: text }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

function toolChoice(choice: AskedModel['toolChoice'], required: string): unknown {
  if (choice === undefined || choice === 'auto' || choice === 'none') return choice
  return choice === 'required' ? required : { type: 'function', function: { name: choice.name } }
}

function chatFormat(format: AskedModel['responseFormat']): unknown {
  if (format === undefined || format === 'text') return undefined
  if (format === 'json') return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { ...format, strict: true } }
}
