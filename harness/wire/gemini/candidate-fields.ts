/** Fields of a candidate that say where its text comes from: opaque blocks of a turn, though not parts. Not here: reading and writing them. */

import type { OpaqueBlock, TurnBlock } from '../../turn/turn.ts'

/** In the order in which their blocks stand behind all others (SDK `@google/genai`, `Candidate`). */
export const candidateFields = ['groundingMetadata', 'citationMetadata', 'urlContextMetadata'] as const

const kinds: ReadonlySet<string> = new Set(candidateFields)

export function isCandidateField(block: TurnBlock): block is OpaqueBlock {
  return block.type === 'opaque' && kinds.has(block.kind)
}
