/** In which order the blocks of a turn start, grow and end. Not here: the message that grows with them (write-turn.ts). */

import type { Turn, TurnBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import type { WriteChoice } from '../wire.ts'

/** One update event to come. `at` is the content index. */
export type Step = { stage: 'start' | 'delta' | 'end'; at: number; text: string }

type BlockSteps = { kind: TurnBlock['type']; start: Step; deltas: Step[]; end: Step[] }

/** Every event holds the whole message, so a text of thousands of deltas would be told in megabytes: the rest comes at once. */
const mostDeltas = 24

function piecesOf(text: string, lengths: readonly number[]): string[] {
  const pieces = fragmentsOf(text, lengths)
  const rest = pieces.slice(mostDeltas).join('')
  return rest === '' ? pieces : [...pieces.slice(0, mostDeltas), rest]
}

/** Redacted reasoning is complete at its start. */
function spokenText(block: TurnBlock, atOnce: boolean): string {
  if (block.type === 'tool-call') return atOnce ? '' : block.arguments
  return block.type === 'text' || block.type === 'reasoning' ? block.text : ''
}

function stepsOf(block: TurnBlock, at: number, isCut: boolean, choice: WriteChoice): BlockSteps {
  const text = spokenText(block, choice.spellings.includes('arguments-at-once'))
  return {
    kind: block.type,
    start: { stage: 'start', at, text: '' },
    deltas: piecesOf(text, choice.fragments).map((text) => ({ stage: 'delta', at, text })),
    end: isCut ? [] : [{ stage: 'end', at, text: '' }],
  }
}

/** What stopped the turn stopped its last block, unless pi-ai tidied up before it reported. */
function isCutAt(turn: Turn, at: number, choice: WriteChoice): boolean {
  if (at < turn.blocks.length - 1 || choice.spellings.includes('ended-before-error')) return false
  return turn.finish === undefined || turn.finish.failure !== undefined
}

function endTogether(blocks: readonly BlockSteps[]): Step[] {
  return [...blocks.flatMap(({ start, deltas }) => [start, ...deltas]), ...blocks.flatMap(({ end }) => end)]
}

function takeTurns(blocks: readonly BlockSteps[]): Step[] {
  const rounds = Math.max(0, ...blocks.map(({ deltas }) => deltas.length))
  const deltas = Array.from({ length: rounds }, (_, round) =>
    blocks.flatMap(({ deltas }) => deltas[round] ?? []),
  )
  return [...blocks.map(({ start }) => start), ...deltas.flat(), ...blocks.flatMap(({ end }) => end)]
}

/** Neighbouring calls in one group, every other block in its own. */
function groupCalls(blocks: readonly BlockSteps[]): BlockSteps[][] {
  const groups: BlockSteps[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind === 'tool-call' && last?.[0]?.kind === 'tool-call') last.push(block)
    else groups.push([block])
  }
  return groups
}

/** The update events of a turn, in order. */
export function planSteps(turn: Turn, choice: WriteChoice): Step[] {
  const blocks = turn.blocks.map((block, at) => stepsOf(block, at, isCutAt(turn, at, choice), choice))
  if (choice.spellings.includes('ends-late')) return endTogether(blocks)
  if (choice.spellings.includes('calls-interleaved')) return groupCalls(blocks).flatMap(takeTurns)
  return blocks.flatMap(({ start, deltas, end }) => [start, ...deltas, ...end])
}
