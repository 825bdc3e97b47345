/** The blocks of a turn as the deltas of a chat stream. Not here: tool calls (write-calls.ts), the chunks around deltas (write-chunks.ts). */

import type { OpaqueBlock, Turn, TurnBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import type { JsonObject } from '../json-fields.ts'
import { takeTurns, zip } from './interleave.ts'
import { opaqueFields } from './read-content.ts'
import type { Uses } from './spellings.ts'
import { callsOf } from './turn-facts.ts'
import { callDeltas } from './write-calls.ts'

/** Deltas in the order the stream gives them, the opening role left out. */
export function contentDeltas(turn: Turn, fragments: readonly number[], uses: Uses): JsonObject[] {
  const prose = proseDeltas(turn.blocks, fragments, uses)
  const calls = callDeltas(callsOf(turn), fragments, uses)
  if (uses('calls-first')) return [...calls, ...prose]
  const before = uses('calls-between-prose') ? 1 : prose.length
  return [...prose.slice(0, before), ...calls, ...prose.slice(before)]
}

function proseDeltas(blocks: readonly TurnBlock[], fragments: readonly number[], uses: Uses): JsonObject[] {
  const prose = blocks.filter((block) => block.type !== 'tool-call' && block.type !== 'opaque')
  const lists = prose.map((block) =>
    fragmentsOf(block.text, fragments).map((text) => proseDelta(block, text, uses)),
  )
  const carried = blocks.filter((block) => block.type === 'opaque').flatMap(opaqueDeltas)
  if (uses('prose-together')) return [...zip(lists).flatMap(joined), ...carried]
  return [...(uses('prose-alternating') ? takeTurns(lists) : lists.flat()), ...carried]
}

function proseDelta(
  block: Exclude<TurnBlock, { type: 'tool-call' | 'opaque' }>,
  text: string,
  uses: Uses,
): JsonObject {
  switch (block.type) {
    case 'reasoning':
      return reasoningDelta(text, uses)
    case 'refusal':
      return { refusal: text }
    case 'text':
      return { content: uses('text-parts') ? [{ type: 'text', text }] : text }
  }
}

function reasoningDelta(text: string, uses: Uses): JsonObject {
  if (uses('thinking-parts')) return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
  if (uses('reasoning-twice')) return { reasoning_content: text, reasoning: text }
  if (uses('reasoning-text')) return { reasoning_text: text }
  return uses('reasoning-field') ? { reasoning: text } : { reasoning_content: text }
}

/** Deltas of one moment as one delta; two values of `content` join only when both are lists of parts. */
function joined(deltas: readonly JsonObject[]): JsonObject[] {
  const contents = deltas.map((delta) => delta['content']).filter((content) => content !== undefined)
  if (contents.length < 2) return [Object.assign({}, ...deltas) as JsonObject]
  if (!contents.every((content) => Array.isArray(content))) return [...deltas]
  return [{ ...(Object.assign({}, ...deltas) as JsonObject), content: contents.flat() as unknown[] }]
}

/** `raw` is the list of values the reader collected: of a field of the delta, or of typed parts of `content`. */
export function opaqueDeltas({ kind, raw }: OpaqueBlock): JsonObject[] {
  const values: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  const isField = (opaqueFields as readonly string[]).includes(kind)
  return values.map((value) => (isField ? { [kind]: value } : { content: [value] }))
}
