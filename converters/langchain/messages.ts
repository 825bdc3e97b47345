/** Turns the messages of the harness's neutral request into those of LangChain. Not here: options and tools, which each chat model takes in its own way. */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'

type Fields = Record<string, unknown>

/** Messages in the form that every chat model takes; opaque blocks and refusals are left out or told as text. */
export function toMessages({ system, messages }: NeutralRequest): Fields[] {
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...messages.flatMap(({ role, content }) => [...results(content), ...message(role, content)]),
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

function message(role: 'user' | 'assistant', blocks: readonly RequestBlock[]): Fields[] {
  const content = blocks.flatMap(toContent)
  const calls = blocks.flatMap((block) =>
    block.type === 'tool-call'
      ? [{ type: 'tool_call', id: block.id, name: block.name, args: valueOf(block.arguments) }]
      : [],
  )
  if (content.length === 0 && calls.length === 0) return []
  const isText = content.length === 1 && content[0]?.['type'] === 'text'
  const said = content.length === 0 ? '' : isText ? content[0]?.['text'] : content
  return [{ role, content: said, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}

function toContent(block: RequestBlock): Fields[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      if (block.redacted) return [{ type: 'redacted_thinking', data: block.signature ?? '' }]
      return [{ type: 'thinking', thinking: block.text, signature: block.signature ?? '' }]
    case 'image': {
      const url = 'data' in block ? `data:${block.mediaType};base64,${block.data}` : block.url
      return [{ type: 'image_url', image_url: { url } }]
    }
    case 'tool-call':
    case 'tool-result':
    case 'opaque':
      return []
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
