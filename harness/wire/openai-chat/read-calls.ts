/** Tells apart the tool calls whose fragments a chat stream interleaves, in all the ways servers identify them. Not here: where the fragments stand (read-turn.ts), when a call is complete (NOTES.md). */

import { numberOf, objectOf, textOf, type JsonObject } from '../json-fields.ts'
import type { BlockEvidence } from '../wire.ts'

/** A call as far as it is known; `''` for an id or name that has not come. */
export type Call = {
  index: number | undefined
  id: string
  name: string
  arguments: string
  evidence: BlockEvidence
}

/** One item of `delta.tool_calls`, its fields read. */
type Fragment = { index: number | undefined; id: string; name: string; arguments: unknown }

/** Adds one item of `delta.tool_calls` to the calls, which are in order of first appearance. */
export function addCallFragment(calls: Call[], item: JsonObject, event: number): void {
  const fragment = fragmentOf(item)
  const known = callOf(calls, fragment)
  const call = known ?? newCall(fragment, event)
  if (known === undefined) calls.push(call)
  call.id ||= fragment.id
  call.name ||= fragment.name
  call.evidence.lastEvent = event
  addArguments(call, fragment.arguments)
}

/** `function` is OpenAI's own, `custom` its tools with free text; a bare `{ name, arguments }` is the older `function_call`. */
function fragmentOf(item: JsonObject): Fragment {
  const custom = objectOf(item['custom'])
  const body = objectOf(item['function']) ?? custom ?? item
  return {
    index: indexOf(item['index']),
    id: textOf(item['id']),
    name: textOf(body['name']),
    arguments: custom === undefined ? body['arguments'] : body['input'],
  }
}

function indexOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : numberOf(value)
}

function newCall(fragment: Fragment, event: number): Call {
  const evidence: BlockEvidence = { firstEvent: event, lastEvent: event, argumentsAs: 'text' }
  return { index: fragment.index, id: '', name: '', arguments: '', evidence }
}

/** The call a fragment continues, or undefined when it begins one. Which reading a collision gets is in NOTES.md. */
function callOf(calls: readonly Call[], fragment: Fragment): Call | undefined {
  return fragment.index === undefined ? byId(calls, fragment) : byIndex(calls, fragment)
}

function byIndex(calls: readonly Call[], fragment: Fragment): Call | undefined {
  const sameIndex = calls.findLast((call) => call.index === fragment.index)
  if (sameIndex !== undefined) return startsAnother(sameIndex, fragment) ? undefined : sameIndex
  // Without a name it is no beginning: the id then says which call goes on under another index.
  return fragment.name === '' && fragment.id !== ''
    ? calls.findLast(({ id }) => id === fragment.id)
    : undefined
}

/** An index is used again for another call where the name comes again with another id, or a different name without one. */
function startsAnother(call: Call, { id, name }: Fragment): boolean {
  if (name === '' || call.name === '') return false
  return id !== '' && call.id !== '' ? id !== call.id : name !== call.name
}

function byId(calls: readonly Call[], { id, name }: Fragment): Call | undefined {
  if (id !== '') {
    const sameId = calls.findLast((call) => call.id === id)
    const last = calls.at(-1)
    return sameId ?? (last !== undefined && last.id === '' && name === '' ? last : undefined)
  }
  const last = calls.at(-1)
  return name === '' || last?.name === '' ? last : undefined
}

/** Text goes on; a JSON value is whole and replaces what was there. */
function addArguments(call: Call, value: unknown): void {
  if (value === undefined || value === null) return
  if (typeof value === 'string') {
    call.arguments += value
    return
  }
  call.arguments = JSON.stringify(value)
  call.evidence.argumentsAs = 'value'
}
