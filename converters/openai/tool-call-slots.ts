/** Decides which call a fragment belongs to. Not here: what the fragment adds to it (tool-calls.ts). */
import { isWholeObject } from './arguments.ts'
import type { PendingToolCall, StreamState, ToolCallSlots } from './stream-state.ts'

export type ToolCallFragment = {
  /** Undefined where the provider left it out. */
  index: number | undefined
  id: string
  name: string
  text: string
  /** The arguments came as a JSON value: they are whole and take the place of what was there. */
  isValue: boolean
}

/** The key of the call the fragment continues, or undefined when it opens a new one. */
export function findCall(fragment: ToolCallFragment, state: StreamState): number | undefined {
  return fragment.index === undefined ? byId(fragment, state) : byIndex(fragment, fragment.index, state)
}

/** The call open at that index, unless the fragment starts another there. */
function byIndex(fragment: ToolCallFragment, index: number, state: StreamState): number | undefined {
  const key = slotsOf(state).byIndex[index]
  const call = key === undefined ? undefined : state.currentToolCalls[key]
  if (call !== undefined) return startsAnother(fragment, call) ? undefined : key
  // No head without a name: a known id then says which call goes on under another index.
  return fragment.name === '' && fragment.id !== '' ? keyOfId(fragment.id, state) : undefined
}

/** The call with that id; without an id, or for an id that is late, the last call. A name on an unnumbered fragment is a head. */
function byId({ id, name }: ToolCallFragment, state: StreamState): number | undefined {
  const { last } = slotsOf(state)
  const call = last === undefined ? undefined : state.currentToolCalls[last]
  if (id === '') return name === '' || call?.name === '' ? last : undefined
  return keyOfId(id, state) ?? (call?.id === '' && name === '' ? last : undefined)
}

function keyOfId(id: string, state: StreamState): number | undefined {
  return slotsOf(state).order.findLast((key) => state.currentToolCalls[key]?.id === id)
}

/**
 * Whether a fragment that points at `call` is in truth the head of another call: some servers give every call index 0
 * (https://github.com/InternLM/lmdeploy/issues/3412), some change the id on every fragment. A head has a name, and another id; where
 * ids are missing, another name, or the same name before a new object when the first one is whole.
 */
function startsAnother(fragment: ToolCallFragment, call: PendingToolCall): boolean {
  if (fragment.name === '' || call.name === '') return false
  if (fragment.id !== '' && call.id !== '') return fragment.id !== call.id
  if (fragment.name !== call.name) return true
  const beginsObject = fragment.text.trimStart().startsWith('{') && fragment.text !== call.argumentsJson
  return beginsObject && isWholeObject(call.argumentsJson)
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
