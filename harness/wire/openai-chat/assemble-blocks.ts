/** The collected pieces of a chat answer as blocks of a turn. Not here: collecting them (read-turn.ts). */

import type { TurnBlock } from '../../turn/turn.ts'
import type { BlockEntry } from '../reading.ts'
import type { BlockEvidence } from '../wire.ts'
import type { Call } from './read-calls.ts'
import type { Piece } from './read-content.ts'

/** All pieces of one kind, which are one block: the wire has no borders between them. */
export type Prose = { key: string; pieces: Piece[]; evidence: BlockEvidence }

/** Prose in order of first appearance, then the calls, whose place among the prose the wire does not tell. */
export function blocksOf(prose: readonly Prose[], calls: readonly Call[], complete: boolean): BlockEntry[] {
  return [
    ...prose.map(({ pieces, evidence }) => ({ block: proseBlock(pieces), evidence })),
    ...calls.map((call) => ({ block: callBlock(call, complete), evidence: call.evidence })),
  ]
}

/** Pieces of one key are of one kind. */
function proseBlock(pieces: readonly Piece[]): TurnBlock {
  const [first] = pieces
  if (first === undefined || first.kind === 'opaque') {
    const raw = pieces.map((piece) => (piece.kind === 'opaque' ? piece.raw : piece.text))
    return { type: 'opaque', kind: first?.name ?? '', raw }
  }
  const text = pieces.map((piece) => (piece.kind === 'opaque' ? '' : piece.text)).join('')
  const signature = pieces
    .map((piece) => ('signature' in piece ? piece.signature : undefined))
    .findLast(Boolean)
  if (first.kind !== 'reasoning' || signature === undefined) return { type: first.kind, text }
  return { type: 'reasoning', text, signature }
}

function callBlock({ id, name, arguments: text }: Call, complete: boolean): TurnBlock {
  return { type: 'tool-call', id, name, arguments: text, complete }
}
