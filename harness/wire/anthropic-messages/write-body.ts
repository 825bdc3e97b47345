/** The answer that is not streamed (https://platform.claude.com/docs/en/api/messages). Not here: the stream (write-turn.ts). */

import type { Turn, TurnBlock } from '../../turn/turn.ts'
import { objectOf, parseJson, type JsonObject } from '../json-fields.ts'
import { wholeUsage } from './write-usage.ts'

/** The message; for a failed turn the body of the error answer. */
export function writeBody(turn: Turn): unknown {
  return turn.finish?.reason === 'error' ? turn.finish.failure?.raw : messageOf(turn)
}

export function messageOf({ blocks, finish, meta, usage }: Turn): JsonObject {
  return {
    id: meta.responseId ?? '',
    type: 'message',
    role: 'assistant',
    model: meta.model ?? '',
    content: contentOf(blocks),
    stop_reason: finish?.raw ?? null,
    stop_sequence: meta.stopSequence ?? null,
    usage: wholeUsage(usage ?? {}),
  }
}

function contentOf(blocks: readonly TurnBlock[]): JsonObject[] {
  const content: JsonObject[] = []
  for (const block of blocks) {
    const host = content.at(-1)
    if (block.type === 'opaque' && block.kind === 'citation' && host !== undefined) {
      content[content.length - 1] = { ...host, citations: [...citationsOf(host), block.raw] }
    } else content.push(blockOf(block))
  }
  return content
}

function citationsOf({ citations }: JsonObject): readonly unknown[] {
  return Array.isArray(citations) ? citations : []
}

/** Arguments that are not JSON have no place in a body: the input is then empty. */
function blockOf(block: TurnBlock): JsonObject {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: block.text }
    case 'reasoning':
      return block.redacted === true
        ? { type: 'redacted_thinking', data: block.signature ?? '' }
        : { type: 'thinking', thinking: block.text, signature: block.signature ?? '' }
    case 'tool-call':
      return { type: 'tool_use', id: block.id, name: block.name, input: parseJson(block.arguments) ?? {} }
    case 'opaque':
      return objectOf(block.raw) ?? {}
  }
}
