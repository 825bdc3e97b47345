/** Questions that decide whether a spelling changes a turn. Not here: the spellings (spellings.ts). */

import type { BlockKind, ToolCallBlock, Turn } from '../../turn/turn.ts'
import { objectOf, parseJson } from '../json-fields.ts'

/** No error and no finish, no content, no facts: a body without events. */
export function isSilent(turn: Turn): boolean {
  return turn.finish === undefined && turn.state === 'open' && hasNothing(turn)
}

/** Nothing but an error, which then is the first event of the stream. */
export function isErrorAlone(turn: Turn): boolean {
  return isFailed(turn) && hasNothing(turn)
}

function hasNothing({ blocks, usage, meta }: Turn): boolean {
  return blocks.length === 0 && usage === undefined && Object.keys(meta).length === 0
}

export function hasChunks(turn: Turn): boolean {
  return !isSilent(turn) && !isErrorAlone(turn)
}

export function isFailed(turn: Turn): boolean {
  return turn.finish?.reason === 'error'
}

export function hasFinish(turn: Turn): boolean {
  return turn.finish !== undefined && !isFailed(turn)
}

export function isClosed(turn: Turn): boolean {
  return turn.state === 'closed' && hasFinish(turn)
}

export function hasUsage(turn: Turn): boolean {
  return turn.usage !== undefined && hasChunks(turn)
}

export function hasCachedTokens(turn: Turn): boolean {
  return hasUsage(turn) && turn.usage?.cacheReadTokens !== undefined
}

/** Usage that stands in a chunk of its own, which only a finished answer has. */
export function hasUsageChunk(turn: Turn): boolean {
  return hasUsage(turn) && hasFinish(turn)
}

export function has(kind: BlockKind): (turn: Turn) => boolean {
  return ({ blocks }) => blocks.some((block) => block.type === kind)
}

export function hasContent(turn: Turn): boolean {
  return turn.blocks.length > 0
}

export function hasFinishedContent(turn: Turn): boolean {
  return hasContent(turn) && hasFinish(turn)
}

/** Two kinds of prose that could stand side by side. */
export function hasMixedProse(turn: Turn): boolean {
  return turn.blocks.filter(({ type }) => type !== 'tool-call' && type !== 'opaque').length > 1
}

export function hasCallsAndProse(turn: Turn): boolean {
  return has('tool-call')(turn) && turn.blocks.some(({ type }) => type !== 'tool-call')
}

export function callsOf({ blocks }: Turn): ToolCallBlock[] {
  return blocks.filter((block) => block.type === 'tool-call')
}

export function hasCalls(turn: Turn): boolean {
  return callsOf(turn).length > 0
}

export function hasParallelCalls(turn: Turn): boolean {
  return callsOf(turn).length > 1
}

export function hasFilledCall(turn: Turn): boolean {
  return callsOf(turn).some((call) => call.arguments !== '')
}

export function hasEmptyCall(turn: Turn): boolean {
  return callsOf(turn).some((call) => call.arguments === '')
}

/** Every call's arguments are an object that survives parsing and writing unchanged, so it can be sent as a value. */
export function hasOnlyCanonicalCalls(turn: Turn): boolean {
  const isCanonical = ({ arguments: text }: ToolCallBlock) =>
    objectOf(parseJson(text)) !== undefined && JSON.stringify(parseJson(text)) === text
  return hasCalls(turn) && callsOf(turn).every(isCanonical)
}
