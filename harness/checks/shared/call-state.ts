/** Whether a call of the turn must be told as complete, may be, or must not be. Not here: finding the call in the trace (match-calls.ts). */

import type { FinishReason, ToolCallBlock } from '../../turn/turn.ts'
import type { Reading } from '../../wire/wire.ts'
import type { Subject } from '../check.ts'
import { endingOf, isAfterFinish } from './fate.ts'

/** `never`: the provider did not say that the call is whole; told as complete it could be executed with half its arguments. */
export type CallState = 'complete' | 'either' | 'never'

/** As the converter ended: where it reports a failure, a call it had not closed yet stays as it was. */
export function callStateFor(subject: Pick<Subject, 'truth' | 'assembled' | 'trace'>, at: number): CallState {
  const state = expectedCallState(subject.truth, at)
  return state === 'complete' && endingOf(subject)?.reason === 'error' ? 'either' : state
}

/** `at` is the position of the call in `reading.turn.blocks`. */
export function expectedCallState(reading: Reading, at: number): CallState {
  const { turn, evidence } = reading
  const block = turn.blocks[at]
  if (block?.type !== 'tool-call') return 'never'
  const { finish, state } = turn
  const hasMarker = evidence[at]?.endEvent !== undefined
  if (finish === undefined && state === 'open') return hasMarker ? 'either' : 'never'
  if (finish !== undefined && isFailure(finish.reason)) return hasMarker ? 'either' : 'never'
  if (finish === undefined || isAfterFinish(reading, at)) return 'either'
  if (isCut(finish.reason) || !block.complete) {
    return isWholeJson(block.arguments) || isFollowed(reading, at) ? 'either' : 'never'
  }
  return isUsable(block) ? 'complete' : 'either'
}

function isFailure(reason: FinishReason): boolean {
  return reason === 'error' || reason === 'aborted'
}

function isCut(reason: FinishReason): boolean {
  return reason === 'max-tokens' || reason === 'content-filter'
}

/**
 * A call that has no name, or whose text is no JSON object, cannot be run anyway: to call it incomplete is as right.
 * Tools take an object: https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
function isUsable({ name, arguments: text }: ToolCallBlock): boolean {
  return name !== '' && (text.trim() === '' || isWholeObject(text))
}

function isWholeObject(text: string): boolean {
  if (!isWholeJson(text)) return false
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const known = new Map<string, boolean>()
const mostKnown = 256

/** Several rules ask about the arguments of the same call, and those that do not parse cost an exception. */
export function isWholeJson(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const isWhole = parses(text)
  known.set(text, isWhole)
  return isWhole
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A block that began after the last word of this one: the provider had moved on before it was cut. */
function isFollowed({ evidence }: Reading, at: number): boolean {
  const last = evidence[at]?.lastEvent
  return last !== undefined && evidence.some(({ firstEvent }, other) => other !== at && firstEvent > last)
}
