/** Tool calls as the deltas of a chat stream. Not here: where they stand among the prose (write-deltas.ts). */

import type { ToolCallBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import { parseJson, type JsonObject } from '../json-fields.ts'
import { defined } from '../read-status.ts'
import { takeTurns, zip } from './interleave.ts'
import type { Uses } from './spellings.ts'

/** What one item of `tool_calls` says; absent fields are not written. */
type Piece = { id?: string | null; name?: string | null; arguments?: unknown }

/** The deltas of all calls, one or more calls a delta. */
export function callDeltas(
  calls: readonly ToolCallBlock[],
  fragments: readonly number[],
  uses: Uses,
): JsonObject[] {
  const items = calls.map((call, at) => itemsOf(call, indexOf(at, calls.length, uses), fragments, uses))
  // Without an index of its own a call must end before the next begins.
  const alone = uses('index-reused') || uses('index-missing-continued')
  if (uses('calls-in-one-delta') && !alone) return zip(items).map((together) => ({ tool_calls: together }))
  const inOrder = uses('calls-interleaved') && !alone ? takeTurns(items) : items.flat()
  return inOrder.map((item) => ({ tool_calls: [item] }))
}

function indexOf(at: number, count: number, uses: Uses): number | undefined {
  if (uses('index-missing') || uses('index-missing-continued')) return undefined
  if (uses('index-reused')) return 0
  if (uses('index-from-1')) return at + 1
  return uses('index-falling') ? count - 1 - at : at
}

function itemsOf(
  call: ToolCallBlock,
  index: number | undefined,
  fragments: readonly number[],
  uses: Uses,
): JsonObject[] {
  return identified(piecesOf(call, fragments, uses), uses).map((piece, at) => {
    const type = !uses('type-absent') && (at === 0 || uses('type-repeated')) ? 'function' : undefined
    const body = defined({ name: piece.name, arguments: piece.arguments })
    return defined({ index, id: piece.id, type, function: body })
  })
}

/** The plain form, as OpenAI sends it: id and name with empty arguments, then the arguments. */
function piecesOf(call: ToolCallBlock, fragments: readonly number[], uses: Uses): Piece[] {
  const identity = { ...(call.id === '' ? {} : { id: call.id }), name: call.name }
  if (uses('arguments-object')) return [{ ...identity, arguments: parseJson(call.arguments) }]
  if (uses('arguments-whole')) return [{ ...identity, arguments: call.arguments }]
  const texts = fragmentsOf(call.arguments, fragments).map((text) => ({ arguments: text }))
  const last = uses('arguments-empty-last') ? [{ arguments: '' }] : []
  if (uses('arguments-with-name')) {
    const [head = { arguments: '' }, ...rest] = texts
    return [{ ...identity, ...head }, ...rest]
  }
  if (uses('arguments-absent') && call.arguments === '') return [identity]
  const head = uses('arguments-null-first') ? null : ''
  return [{ ...identity, arguments: head }, ...texts, ...last]
}

/** Moves or repeats id and name. */
function identified(pieces: readonly Piece[], uses: Uses): Piece[] {
  const [head = {}, ...rest] = pieces
  const { id, name, ...body } = head
  const named = (piece: Piece) => ({ ...(name === undefined ? {} : { name }), ...piece })
  const known = (piece: Piece) => ({ ...(id === undefined ? {} : { id }), ...piece })
  if (uses('name-late')) return [known({ arguments: '' }), named(body), ...rest]
  if (uses('id-late')) return [named({ arguments: '' }), known(body), ...rest]
  if (uses('identity-after-arguments')) return late(body, rest, (piece) => known(named(piece)))
  if (uses('id-repeated')) return [head, ...rest.map((piece) => known({ name: '', ...piece }))]
  if (uses('id-blank-later')) return [head, ...rest.map((piece) => ({ id: '', name: null, ...piece }))]
  if (uses('name-repeated')) return [head, ...rest.map((piece) => known(named(piece)))]
  if (uses('id-rotating'))
    return [head, ...rest.map((piece, at) => ({ id: `${id ?? 'call'}-${at + 1}`, ...piece }))]
  if (uses('index-missing')) return [head, ...rest.map(known)]
  return [...pieces]
}

/** The first piece with text goes before the identity; a call in one piece is told after an empty one. */
function late(body: Piece, rest: readonly Piece[], identify: (piece: Piece) => Piece): Piece[] {
  const parts = [body, ...rest]
  const at = parts.findIndex((piece) => typeof piece.arguments === 'string' && piece.arguments !== '')
  const [next, ...others] = parts.slice(at + 1)
  if (at === -1) return [{}, identify(body), ...rest]
  return [...parts.slice(0, at + 1), identify(next ?? { arguments: '' }), ...others]
}
