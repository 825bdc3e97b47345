/** The answer of Converse, which is not streamed (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). Not here: the stream (write-turn.ts). */

import type { Turn, TurnBlock, Usage } from '../../turn/turn.ts'
import { listOf, objectOf, parseJson, type JsonObject } from '../json-fields.ts'

/** The message with reason and usage; for a failed turn the body of the error answer. */
export function writeBody({ blocks, finish, meta, usage }: Turn): unknown {
  if (finish?.reason === 'error') return Object.values(objectOf(finish.failure?.raw) ?? {})[0]
  const { stopSequence } = meta
  return {
    output: { message: { role: 'assistant', content: contentOf(blocks) } },
    stopReason: finish?.raw,
    usage: wholeUsage(usage ?? {}),
    metrics: { latencyMs: 1 },
    ...(stopSequence === undefined ? {} : { additionalModelResponseFields: { stop_sequence: stopSequence } }),
  }
}

export function wholeUsage({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: Usage): JsonObject {
  const [input, output, read, write] = [
    inputTokens ?? 0,
    outputTokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  ]
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output + (read ?? 0) + (write ?? 0),
    ...(read === undefined ? {} : { cacheReadInputTokens: read }),
    ...(write === undefined ? {} : { cacheWriteInputTokens: write }),
  }
}

/** A text with citations is a block of another kind here, with the text inside. */
function contentOf(blocks: readonly TurnBlock[]): JsonObject[] {
  const content: JsonObject[] = []
  for (const block of blocks) {
    const host = content.at(-1)
    if (block.type === 'opaque' && block.kind === 'citation' && host !== undefined) {
      content[content.length - 1] = { citationsContent: cited(host, block.raw) }
    } else content.push(blockOf(block))
  }
  return content
}

function cited(host: JsonObject, citation: unknown): JsonObject {
  const before = objectOf(host['citationsContent'])
  return {
    content: before?.['content'] ?? [{ text: host['text'] }],
    citations: [...listOf(before?.['citations']), citation],
  }
}

/** Arguments that are not JSON have no place in a body: the input is then empty. */
function blockOf(block: TurnBlock): JsonObject {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return { text: block.text }
    case 'reasoning': {
      const { redacted, signature, text } = block
      if (redacted === true) return { reasoningContent: { redactedContent: signature ?? '' } }
      const reasoningText = { text, ...(signature === undefined ? {} : { signature }) }
      return { reasoningContent: { reasoningText } }
    }
    case 'tool-call': {
      const input = parseJson(block.arguments) ?? {}
      return { toolUse: { toolUseId: block.id, name: block.name, input } }
    }
    case 'opaque':
      return objectOf(block.raw) ?? {}
  }
}
