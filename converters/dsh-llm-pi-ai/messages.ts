/** Turns the harness's neutral request into the messages of dsh's LLM seam. Not here: sending it (driver.ts). */

import type { NeutralRequest, RequestBlock } from '../../harness/index.ts'

type Fields = Record<string, unknown>

/** Images are references to an attachment store there, so they are left out, and so is what has no block of its own. */
export function toMessages({ messages, model }: NeutralRequest, provider: string): Fields[] {
  return messages.flatMap(({ role, content, replayState }, at) => {
    if (role === 'user') return userMessages(content, at)
    const source = { kind: 'model', provider, model, ...(replayState === undefined ? {} : { replayState }) }
    return [{ id: `message-${at}`, role, content: content.flatMap(toBlock), source }]
  })
}

/** Each tool result is a message, before what the user adds. */
function userMessages(blocks: readonly RequestBlock[], at: number): Fields[] {
  const results = blocks.flatMap((block, part) => {
    if (block.type !== 'tool-result') return []
    const { toolCallId, content, isError = false } = block
    const result = { type: 'tool-result', toolCallId, content: [{ type: 'text', text: content }], isError }
    const source = { kind: 'tool', callId: toolCallId }
    return [{ id: `message-${at}-${part}`, role: 'user', content: [result], source }]
  })
  const rest = blocks.flatMap(toBlock)
  const said = { id: `message-${at}`, role: 'user', content: rest, source: { kind: 'user' } }
  return [...results, ...(rest.length > 0 ? [said] : [])]
}

function toBlock(block: RequestBlock): Fields[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text }]
    case 'reasoning':
      return [{ type: 'reasoning', text: block.text }]
    case 'tool-call':
      return [{ type: 'tool-call', id: block.id, name: block.name, arguments: block.arguments }]
    case 'image':
    case 'tool-result':
    case 'opaque':
      return []
  }
}
