/** Puts the parts of a trace together into blocks, usage and finish, strictly: what does not fit is noted, never dropped. */

import type { BlockKind, Usage } from '../turn/turn.ts'
import type { PartBlock, PartOf } from './part.ts'
import type { Trace } from './trace.ts'

/** One block as the converter told it. Indexes are positions in `trace.parts`. */
export type AssembledBlock = {
  kind: BlockKind
  /** The converter's own index. */
  index: number
  start?: number
  deltas: number[]
  end?: number
  /** Joined deltas: text of a text, reasoning or refusal block, arguments of a call. */
  joined: string
  /** Ids and names in the order they were said, empty ones left out. */
  ids: string[]
  names: string[]
  /** The block of its block-end. */
  block?: PartBlock
  /** `complete` of its block-end, absent counting as true; false while open. */
  complete: boolean
}

export type AssembledTrace = {
  blocks: AssembledBlock[]
  /** Per field the last value given. */
  usage?: Usage
  /** Every finish part, with its position. */
  finishes: { part: number; finish: PartOf<'finish'> }[]
  meta: { responseId?: string; model?: string; stopSequence?: string }
}

export function assemble(_trace: Pick<Trace, 'parts'>): AssembledTrace {
  throw new Error('not built yet')
}
