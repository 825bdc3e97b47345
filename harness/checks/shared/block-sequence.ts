/** Whether the blocks of a trace come in the order of the turn, as far as the wire has an order. Not here: the borders between blocks of one kind (segments.ts). */

import type { TurnBlock } from '../../turn/turn.ts'
import type { WireName } from '../../wire/wire.ts'
import type { Finding, Subject } from '../check.ts'
import { callName, matchCalls } from './match-calls.ts'
import { blockPlace } from './places.ts'
import { proseKinds, saidProse, toldProse, undeclared } from './prose.ts'

/**
 * Wires that carry text, reasoning, refusal and calls in fields beside each other: the place of calls among prose is not
 * sent (https://platform.openai.com/docs/api-reference/chat-streaming/streaming#chat-streaming-streaming-choices).
 */
const parallelFields: ReadonlySet<WireName> = new Set(['openai-chat', 'mistral'])

/** A call, or all prose of a kind, at the place where its first block stands. */
type Unit = {
  name: string
  isCall: boolean
  /** Position in the turn. */
  at: number
  firstEvent: number
  wireIndex: number | undefined
  /** Position of its first block in the trace, and the part that began it. */
  told: number
  part: number | undefined
}

/** One finding per unit that stands behind one it should precede. */
export function orderFindings(subject: Subject): Finding[] {
  const units = unitsOf(subject).toSorted((a, b) => a.told - b.told)
  return units.flatMap((unit, place) => {
    const wrong = units.slice(0, place).find((earlier) => mustPrecede(subject.wire.name, unit, earlier))
    return wrong === undefined ? [] : [misplaced(subject, unit, wrong)]
  })
}

function mustPrecede(wire: WireName, a: Unit, b: Unit): boolean {
  if (!parallelFields.has(wire)) return a.at < b.at
  if (a.isCall !== b.isCall) return false
  if (!a.isCall) return a.firstEvent < b.firstEvent
  const byIndex = a.wireIndex === undefined || b.wireIndex === undefined || a.wireIndex < b.wireIndex
  return a.at < b.at && a.firstEvent <= b.firstEvent && byIndex
}

function unitsOf(subject: Subject): Unit[] {
  return [...proseUnits(subject), ...callUnits(subject)]
}

function proseUnits(subject: Subject): Unit[] {
  return proseKinds.flatMap((kind) => {
    const [said] = saidProse(subject, kind).filter(({ isFree }) => !isFree)
    const told = toldProse(subject, kind).find(({ joined }) => joined !== '')
    if (said === undefined || told === undefined || undeclared(subject, kind) !== undefined) return []
    return [unit(subject, kind, said.at, told)]
  })
}

function callUnits(subject: Subject): Unit[] {
  const matched = matchCalls(subject)
  return matched.calls.flatMap((call) =>
    call.got === undefined || isToldCut(call.got)
      ? []
      : [unit(subject, callName(matched, call), call.at, call.got)],
  )
}

/** Which calls were cut is known at the end only, so they may be told there, behind the whole ones. */
function isToldCut({ end, complete }: Subject['assembled']['blocks'][number]): boolean {
  return end !== undefined && !complete
}

function unit(
  subject: Subject,
  name: string,
  at: number,
  told: Subject['assembled']['blocks'][number],
): Unit {
  const block = subject.truth.turn.blocks[at]
  return {
    name,
    isCall: block?.type === 'tool-call',
    at,
    firstEvent: subject.truth.evidence[at]?.firstEvent ?? at,
    wireIndex: block === undefined ? undefined : wireIndexOf(subject, block),
    told: subject.assembled.blocks.indexOf(told),
    part: told.start ?? told.deltas[0] ?? told.end,
  }
}

/** `index` beside the id of a call, wherever the payloads have it: calls may also be told in its order. */
function wireIndexOf({ events }: Subject, block: TurnBlock): number | undefined {
  if (block.type !== 'tool-call' || block.id === '') return undefined
  for (const { data, payload } of events) {
    // The text of most events tells sooner than their payload that the id is not there; an id may be written in escapes.
    const index = data.includes(block.id) || data.includes('\\') ? indexBeside(payload, block.id) : undefined
    if (index !== undefined) return index
  }
  return undefined
}

function indexBeside(value: unknown, id: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('id' in value && value.id === id && 'index' in value && typeof value.index === 'number')
    return value.index
  for (const inner of Object.values(value)) {
    const index = indexBeside(inner, id)
    if (index !== undefined) return index
  }
  return undefined
}

function misplaced(subject: Subject, unit: Unit, earlier: Unit): Finding {
  return {
    message: `${unit.name} came out behind ${earlier.name}, before which the provider sent it`,
    place: blockPlace(subject, unit.at, unit.part),
    expected: `${unit.name}, then ${earlier.name}`,
    got: `${earlier.name}, then ${unit.name}`,
  }
}
