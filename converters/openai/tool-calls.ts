/** Collects the fragments of tool calls and, at the end, says which calls are whole. Not here: which call a fragment belongs to. */
import { isWholeObject, parseArguments } from './arguments.ts'
import { LlmEventType, type ToolCallRequestEvent } from './events.ts'
import { mayCutToolCalls } from './finish-reason.ts'
import type { PendingToolCall, StreamState } from './stream-state.ts'
import { findCall, openSlot, slotsOf, type ToolCallFragment } from './tool-call-slots.ts'
import type { IncompleteToolCall } from './types.ts'
import { asCount, asLabel, asList, asObject, asText, type WireObject } from './wire-values.ts'

/** Adds the tool-call fragments of one delta to the state; nothing is emitted before the provider says it has finished. */
export function collectToolCalls(delta: WireObject, state: StreamState): void {
  for (const fragment of readFragments(delta)) addFragment(fragment, state)
}

/** The fragments in a delta or a message; a `function_call`, the form before `tool_calls`, is read as the one call it is. */
export function readFragments(delta: WireObject): ToolCallFragment[] {
  const calls = asList(delta.tool_calls).map(readFragment)
  const legacy = asObject(delta.function_call)
  if (calls.length === 0 && legacy) calls.push(readFragment({ index: 0, function: legacy }))
  return calls.filter(({ id, name, text }) => id !== '' || name !== '' || text !== '')
}

function readFragment(value: unknown): ToolCallFragment {
  const item = asObject(value)
  const called = asObject(item?.function)
  return {
    index: readIndex(item?.index),
    id: asLabel(item?.id),
    name: asText(called?.name),
    ...readArguments(called?.arguments),
  }
}

/** A number, also as text. One beyond all reason is noise, and would break counting on from it. */
function readIndex(value: unknown): number | undefined {
  const index = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : asCount(value)
  return Number.isInteger(index) && Number(index) < 2 ** 31 ? index : undefined
}

/** Some servers send the arguments as a JSON value and not as text: https://github.com/ollama/ollama/blob/main/docs/api.md */
function readArguments(value: unknown): { text: string; isValue: boolean } {
  const isValue = typeof value === 'object' && value !== null
  return { text: isValue ? JSON.stringify(value) : asText(value), isValue }
}

function addFragment(fragment: ToolCallFragment, state: StreamState): void {
  const found = findCall(fragment, state)
  const key = found ?? openSlot(fragment.index, state)
  const call = (state.currentToolCalls[key] ??= { id: '', name: '', argumentsJson: '' })
  // Identity never changes: the first id and the first name that are not empty stay.
  call.id ||= fragment.id
  if (fragment.isValue) call.argumentsJson = fragment.text
  else if (!isRepetition(fragment, call)) call.argumentsJson += fragment.text
  call.name ||= fragment.name
  slotsOf(state).last = key
}

/** A whole call said twice (https://github.com/open-webui/open-webui/issues/22235) is one call. */
function isRepetition(fragment: ToolCallFragment, call: PendingToolCall): boolean {
  return (
    fragment.name !== '' &&
    fragment.text === call.argumentsJson &&
    call.name === fragment.name &&
    isWholeObject(fragment.text)
  )
}

/** The calls of a stream in order of first appearance. */
export function pendingCalls(state: StreamState): PendingToolCall[] {
  const keys = new Set([
    ...(state.toolCallSlots?.order ?? []),
    ...Object.keys(state.currentToolCalls).map(Number),
  ])
  return [...keys].map((key) => state.currentToolCalls[key]).filter((call) => call !== undefined)
}

export type SettledToolCalls = { requests: ToolCallRequestEvent[]; incomplete: IncompleteToolCall[] }

/**
 * Divides the calls at the end of an answer. After an end that may cut (`reason`) only a call whose text is a whole object is requested;
 * after any other, every call that has a name is, malformed ones with `argumentsError`.
 */
export function settleToolCalls(
  calls: PendingToolCall[],
  reason: string,
  generateId: () => string,
): SettledToolCalls {
  const settled: SettledToolCalls = { requests: [], incomplete: [] }
  const used = new Set<string>()
  for (const call of calls) {
    if (isRequest(call, reason)) settled.requests.push(toRequest(call, used, generateId))
    else settled.incomplete.push(toIncomplete(call))
  }
  return settled
}

function isRequest(call: PendingToolCall, reason: string): boolean {
  if (call.name === '' || reason === '') return false
  return !mayCutToolCalls(reason) || isWholeObject(call.argumentsJson)
}

// Two calls under one id cannot both be answered: https://github.com/OpenRouterTeam/ai-sdk-provider/pull/471
function toRequest(call: PendingToolCall, used: Set<string>, generateId: () => string): ToolCallRequestEvent {
  const isOwn = call.id !== '' && !used.has(call.id)
  const callId = isOwn ? call.id : generateId()
  used.add(callId)
  const { args, error } = parseArguments(call.argumentsJson)
  return {
    type: LlmEventType.ToolCallRequest,
    callId,
    ...(!isOwn && { callIdGenerated: true as const }),
    name: call.name,
    args,
    argumentsText: call.argumentsJson,
    ...(error && { argumentsError: error }),
  }
}

export function toIncomplete(call: PendingToolCall): IncompleteToolCall {
  return { callId: call.id, name: call.name, argumentsText: call.argumentsJson }
}
