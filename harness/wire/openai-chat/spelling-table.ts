/** Short ways to write a row of a table of spellings. Not here: the tables (spellings.ts, spellings-of-calls.ts). */

import type { Turn } from '../../turn/turn.ts'
import type { Spelling } from '../wire.ts'

type Row<Id extends string> = Spelling & { id: Id }
export type Group = <Id extends string>(
  status: Spelling['status'],
  id: Id,
  title: string,
  source: string,
  fits: (turn: Turn) => boolean,
) => Row<Id>

/** Rows of one group, of which at most one can be chosen. */
export function inGroup(group: string): Group {
  return (status, id, title, source, fits) => ({ id, status, title, source, group, fits })
}
