/** Decides which call a fragment belongs to. Not here: what the fragment adds to it (tool-calls.ts). */
import { isWholeObject } from './arguments.ts'
import type { PendingToolCall, StreamState, ToolCallSlots } from './stream-state.ts'

export type ToolCallFragment = {
  /** Undefined where the provider left it out. */
  index: number | undefined
  id: string
  name: string
  text: string
}

/**
 * The key of the call the fragment continues, or undefined when it opens a new one. With an index, the call open at that index unless the
 * fragment starts another there; without one, the call with its id; without both, the last call.
 */
export function findCall(fragment: ToolCallFragment, state: StreamState): number | undefined {
  const slots = slotsOf(state)
  const key = candidate(fragment, slots, state)
  const call = key === undefined ? undefined : state.currentToolCalls[key]
  return call === undefined || startsAnother(fragment, call) ? undefined : key
}

function candidate(fragment: ToolCallFragment, slots: ToolCallSlots, state: StreamState): number | undefined {
  if (fragment.index !== undefined) return slots.byIndex[fragment.index]
  if (fragment.id === '') return slots.last
  const known = slots.order.findLast((key) => state.currentToolCalls[key]?.id === fragment.id)
  if (known !== undefined) return known
  // A late id belongs to the last call when that one still waits for its id.
  const last = slots.last === undefined ? undefined : state.currentToolCalls[slots.last]
  return last?.id === '' ? slots.last : undefined
}

/**
 * Whether a fragment that points at `call` is in truth the head of another call: some servers give every call index 0
 * (https://github.com/InternLM/lmdeploy/issues/3412), some change the id on every fragment. A head has a name; a name that is only
 * repeated starts another call when the first one is whole, or still empty, and the id is another.
 */
export function startsAnother(fragment: ToolCallFragment, call: PendingToolCall): boolean {
  const otherId = fragment.id !== '' && call.id !== '' && fragment.id !== call.id
  if (fragment.name === '' || (fragment.id !== '' && fragment.id === call.id)) return false
  if (call.name === '') return otherId && isWholeObject(call.argumentsJson)
  if (fragment.name !== call.name) return true
  if (otherId) return call.argumentsJson === '' || isWholeObject(call.argumentsJson)
  return (
    fragment.text.trim() !== '' && fragment.text !== call.argumentsJson && isWholeObject(call.argumentsJson)
  )
}

/** Opens a new call and returns its key: the index itself where that key is free, the next free key otherwise. */
export function openSlot(index: number | undefined, state: StreamState): number {
  const slots = slotsOf(state)
  const isFree = index !== undefined && state.currentToolCalls[index] === undefined
  const key = isFree ? index : Math.max(-1, ...slots.order) + 1
  if (index !== undefined) slots.byIndex[index] = key
  slots.order.push(key)
  return key
}

/** The routing table; made from the calls already there when the first fragment comes. */
export function slotsOf(state: StreamState): ToolCallSlots {
  state.toolCallSlots ??= slotsFrom(Object.keys(state.currentToolCalls).map(Number))
  return state.toolCallSlots
}

function slotsFrom(keys: number[]): ToolCallSlots {
  const last = keys.at(-1)
  return {
    byIndex: Object.fromEntries(keys.map((key) => [key, key])),
    order: keys,
    ...(last !== undefined && { last }),
  }
}
