/** Turns the messages of the harness's neutral request into those of LangChain. Not here: options and tools, which each chat model takes in its own way. */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'

type Fields = Record<string, unknown>

/**
 * Where a chat model keeps the reasoning and the calls of a message that it has streamed: Anthropic's as blocks of its
 * content, that of Responses beside the content, that of chat completions nowhere.
 */
export type MessageForm = 'blocks' | 'beside' | 'none'

/** Opaque blocks are left out, and refusals are told as text. */
export function toMessages({ system, messages }: NeutralRequest, form: MessageForm): Fields[] {
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...messages.flatMap(({ role, content }) => [...results(content), ...message(role, content, form)]),
  ]
}

/** Tool results are messages of their own, and come before what the user adds. */
function results(blocks: readonly RequestBlock[]): Fields[] {
  return blocks.flatMap((block) =>
    block.type === 'tool-result'
      ? [
          {
            role: 'tool',
            tool_call_id: block.toolCallId,
            content: block.content,
            ...(block.isError ? { status: 'error' } : {}),
          },
        ]
      : [],
  )
}

function message(role: 'user' | 'assistant', blocks: readonly RequestBlock[], form: MessageForm): Fields[] {
  const content = blocks.flatMap((block) => toContent(block, form))
  const calls = blocks.flatMap((block) =>
    block.type === 'tool-call'
      ? [{ type: 'tool_call', id: block.id, name: block.name, args: valueOf(block.arguments) }]
      : [],
  )
  if (content.length === 0 && calls.length === 0) return []
  const isText = content.length === 1 && content[0]?.['type'] === 'text'
  const said = content.length === 0 ? '' : isText ? content[0]?.['text'] : content
  return [
    { role, content: said, ...(calls.length > 0 ? { tool_calls: calls } : {}), ...beside(blocks, form) },
  ]
}

function toContent(block: RequestBlock, form: MessageForm): Fields[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      return form === 'blocks' && block.signature !== undefined ? [thinking(block, block.signature)] : []
    case 'image': {
      const url = 'data' in block ? `data:${block.mediaType};base64,${block.data}` : block.url
      return [{ type: 'image_url', image_url: { url } }]
    }
    case 'tool-call':
      return form === 'blocks'
        ? [{ type: 'tool_use', id: block.id, name: block.name, input: valueOf(block.arguments) }]
        : []
    case 'tool-result':
    case 'opaque':
      return []
  }
}

type ReasoningBlock = Extract<RequestBlock, { type: 'reasoning' }>

function thinking({ text, redacted }: ReasoningBlock, signature: string): Fields {
  return redacted
    ? { type: 'redacted_thinking', data: signature }
    : { type: 'thinking', thinking: text, signature }
}

/** One item of reasoning a message, as the stream of one would have left it. */
function beside(blocks: readonly RequestBlock[], form: MessageForm): Fields {
  const block = blocks.find((each) => each.type === 'reasoning' && !each.redacted)
  if (form !== 'beside' || block?.type !== 'reasoning' || block.signature === undefined) return {}
  const { text, signature } = block
  const summary = text === '' ? [] : [{ type: 'summary_text', text, index: 0 }]
  return {
    additional_kwargs: {
      reasoning: { type: 'reasoning', id: 'rs_1', summary, encrypted_content: signature },
    },
  }
}

/** A call in the history holds a JSON value; LangChain keeps calls that do not parse apart from it. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return {}
  }
}

export function toTools({ tools }: NeutralRequest): Fields[] {
  return (tools ?? []).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
}
