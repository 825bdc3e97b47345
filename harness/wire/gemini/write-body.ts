/** The answer of generateContent, which is not streamed: all parts in one object of a chunk's shape. Not here: the stream (write-turn.ts). */

import type { Turn } from '../../turn/turn.ts'
import { parseJson } from '../json-fields.ts'
import { writeTurn } from './write-turn.ts'

/** An error is the answer alone: what was said before it is no part of it. */
export function writeBody(turn: Turn): unknown {
  if (turn.finish?.reason === 'error') return turn.finish.failure?.raw
  const [whole] = writeTurn(turn, { spellings: ['parts-in-one-chunk'], fragments: [] })
  return whole === undefined ? {} : parseJson(whole.data)
}
