/** Puts the parts of a trace together into blocks, usage and finish, strictly: what does not fit is noted, never dropped. Not here: judging what does not fit (harness/checks). */

import type { BlockKind, Usage } from '../turn/turn.ts'
import { usageFields } from '../turn/turn.ts'
import type { Part, PartBlock, PartOf } from './part.ts'
import type { Trace } from './trace.ts'

/**
 * One block as the converter told it. Indexes are positions in `trace.parts`.
 * A delta or an end that finds no block of its kind at its index makes one without `start`; a delta after the end is kept
 * in `deltas`, behind `end`; a second end of a block makes a block of its own.
 */
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
  /** In the order of their first part. */
  blocks: AssembledBlock[]
  /** Per field the last value given; absent where no usage part came. */
  usage?: Usage
  /** Every finish part, with its position. */
  finishes: { part: number; finish: PartOf<'finish'> }[]
  meta: { responseId?: string; model?: string; stopSequence?: string }
}

type Assembling = AssembledTrace & {
  /** The block that a delta or an end of an index speaks of: the last one made there. */
  latest: Map<number, AssembledBlock>
}

type Delta = PartOf<'text-delta' | 'reasoning-delta' | 'refusal-delta' | 'tool-call-delta'>

export const deltaKinds = {
  'text-delta': 'text',
  'reasoning-delta': 'reasoning',
  'refusal-delta': 'refusal',
  'tool-call-delta': 'tool-call',
} as const satisfies Record<Delta['type'], BlockKind>

/** Never throws and leaves its argument alone. */
export function assemble(trace: Pick<Trace, 'parts'>): AssembledTrace {
  const all: Assembling = { blocks: [], finishes: [], meta: {}, latest: new Map() }
  for (const [position, part] of trace.parts.entries()) add(all, part, position)
  const { latest: _, ...assembled } = all
  return assembled
}

function add(all: Assembling, part: Part, position: number): void {
  switch (part.type) {
    case 'block-start':
      openBlock(all, part.kind, part.index, part).start = position
      return
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
    case 'tool-call-delta':
      addDelta(all, part, position)
      return
    case 'block-end':
      endBlock(all, part, position)
      return
    case 'usage':
      all.usage = { ...all.usage, ...givenFields(part.usage) }
      return
    case 'meta':
      Object.assign(all.meta, part.meta)
      return
    case 'finish':
      all.finishes.push({ part: position, finish: part })
  }
}

type Identity = { id?: string; name?: string }

function openBlock(all: Assembling, kind: BlockKind, index: number, identity: Identity): AssembledBlock {
  const block: AssembledBlock = {
    kind,
    index,
    deltas: [],
    joined: '',
    ids: [],
    names: [],
    complete: false,
  }
  identify(block, identity)
  all.blocks.push(block)
  all.latest.set(index, block)
  return block
}

function identify(block: AssembledBlock, { id, name }: Identity): void {
  if (id) block.ids.push(id)
  if (name) block.names.push(name)
}

function addDelta(all: Assembling, part: Delta, position: number): void {
  const kind = deltaKinds[part.type]
  const latest = all.latest.get(part.index)
  const block = latest?.kind === kind ? latest : openBlock(all, kind, part.index, {})
  block.deltas.push(position)
  if (part.type === 'tool-call-delta') {
    block.joined += part.argumentsDelta
    identify(block, part)
  } else {
    block.joined += part.text
  }
}

function endBlock(all: Assembling, part: PartOf<'block-end'>, position: number): void {
  const latest = all.latest.get(part.index)
  const fits = latest?.kind === part.block.type && latest.end === undefined
  const block = fits ? latest : openBlock(all, part.block.type, part.index, {})
  block.end = position
  block.block = part.block
  block.complete = part.complete ?? true
  if (part.block.type === 'tool-call') identify(block, part.block)
}

function givenFields(usage: PartOf<'usage'>['usage']): Usage {
  const given: Usage = {}
  for (const field of usageFields) {
    const value = usage[field]
    if (value !== undefined) given[field] = value
  }
  return given
}
