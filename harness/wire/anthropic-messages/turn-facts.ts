/** Questions that decide whether a spelling changes a turn. Not here: the spellings (spellings.ts). */

import type { ToolCallBlock, Turn, TurnBlock } from '../../turn/turn.ts'
import { objectOf, parseJson } from '../json-fields.ts'
import { callEndOf } from './content-blocks.ts'
import { isErrorAlone, isSilent } from './shape.ts'

export function hasMessage(turn: Turn): boolean {
  return !isSilent(turn) && !isErrorAlone(turn)
}

export function hasStopReason(turn: Turn): boolean {
  return turn.finish?.raw !== undefined
}

export function isFailed(turn: Turn): boolean {
  return turn.finish?.reason === 'error'
}

export function isKnown(block: TurnBlock): boolean {
  return block.type !== 'opaque'
}

function callsOf(turn: Turn): ToolCallBlock[] {
  return turn.blocks.filter((block) => block.type === 'tool-call')
}

function isWhole(block: TurnBlock | undefined): boolean {
  return block?.type === 'tool-call' && block.complete
}

/** A filled object that survives parsing and writing unchanged, so it can be sent as a value. */
function isCanonical({ arguments: text }: ToolCallBlock): boolean {
  const value = objectOf(parseJson(text))
  return value !== undefined && Object.keys(value).length > 0 && JSON.stringify(value) === text
}

/** An opaque block whose input can be streamed. */
export function hasInput(block: TurnBlock): boolean {
  const input = block.type === 'opaque' ? objectOf(objectOf(block.raw)?.['input']) : undefined
  return input !== undefined && Object.keys(input).length > 0
}

export function hasBlocks(turn: Turn): boolean {
  return turn.blocks.length > 0
}

export function hasCalls(turn: Turn): boolean {
  return callsOf(turn).length > 0
}

export function hasProse(turn: Turn): boolean {
  return turn.blocks.some(
    (block) => (block.type === 'text' || block.type === 'reasoning') && block.text !== '',
  )
}

export function isFairlyFinished(turn: Turn): boolean {
  return callEndOf(turn.finish) === 'fair'
}

/** A limit or a filter ended the turn, and its last block does not have to be marked as ended. */
export function isCutOpen(turn: Turn): boolean {
  return callEndOf(turn.finish) === 'cut' && !isWhole(turn.blocks.at(-1))
}

/** Every call could be sent with its input as a value. */
export function hasCanonicalCalls(turn: Turn): boolean {
  return callsOf(turn).every((call) => call.arguments === '' || isCanonical(call))
}

export function hasOnlyFilledCalls(turn: Turn): boolean {
  return hasCalls(turn) && callsOf(turn).every(isCanonical)
}
