/** The events of content blocks: start, deltas, stop, in their order. Not here: the events around them (write-turn.ts). */

import type { OpaqueBlock, ToolCallBlock, Turn, TurnBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import { listOf, objectOf, parseJson, type JsonObject } from '../json-fields.ts'
import { callEndOf } from './outcomes.ts'
import type { Uses } from './spellings.ts'

export type Style = { uses: Uses; fragments: readonly number[] }

/** An event by its name, before framing. */
export type Named = readonly [name: string, payload: JsonObject]

/** One content block before its events have an index. Text and reasoning have no start, so they have a delta at least. */
type Plan = { start?: JsonObject | undefined; deltas: JsonObject[]; stops: boolean }

export function blockEvents(turn: Turn, style: Style): Named[] {
  const rows = plansOf(turn, style).map((plan, at) => rowOf(plan, style.uses('one-index') ? 0 : at))
  return style.uses('interleaved-blocks') ? takeTurns(rows) : rows.flat()
}

function rowOf({ start, deltas, stops }: Plan, contentBlockIndex: number): Named[] {
  return [
    ...(start === undefined ? [] : [['contentBlockStart', { contentBlockIndex, start }] as const]),
    ...deltas.map((delta) => ['contentBlockDelta', { contentBlockIndex, delta }] as const),
    ...(stops ? [['contentBlockStop', { contentBlockIndex }] as const] : []),
  ]
}

function takeTurns(rows: readonly Named[][]): Named[] {
  const longest = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
}

/** Citations belong to the text before them and have no block of their own. */
function plansOf(turn: Turn, style: Style): Plan[] {
  const plans: Plan[] = []
  const marked = style.uses('unknown-delta') ? turn.blocks.findIndex(({ type }) => type === 'text') : -1
  for (const [at, block] of turn.blocks.entries()) {
    const stops = stopsAfter(turn, at, style.uses)
    const host = plans.at(-1)
    if (block.type === 'opaque' && block.kind === 'citation' && host !== undefined) {
      host.deltas.push({ citation: block.raw })
      host.stops = stops
      continue
    }
    const plan = { ...planOf(block, style), stops }
    if (at === marked) plan.deltas.push({ hologram: { x: 1 } })
    plans.push(plan)
  }
  return plans
}

/** Blocks that share an index need their ends. Else only the last block can lack its end: where the stream was cut, where it failed, where a limit cut it. */
function stopsAfter(turn: Turn, at: number, uses: Uses): boolean {
  if (uses('no-block-stops') && !uses('one-index')) return false
  const finish = callEndOf(turn.finish)
  const block = turn.blocks[at]
  if (at < turn.blocks.length - 1 || finish === 'fair' || block === undefined) return true
  if (finish === 'none') return block.type === 'tool-call' && block.complete
  if (uses('cut-block-open')) return false
  return block.type !== 'tool-call' || block.complete || parseJson(block.arguments) === undefined
}

function planOf(block: TurnBlock, style: Style): Omit<Plan, 'stops'> {
  const { uses, fragments } = style
  switch (block.type) {
    case 'text':
    case 'refusal': {
      const pieces = atLeastOne(fragmentsOf(block.text, fragments))
      const first = uses('empty-first-text') ? [''] : []
      return {
        start: uses('text-start') ? {} : undefined,
        deltas: [...first, ...pieces].map((text) => ({ text })),
      }
    }
    case 'reasoning': {
      const { signature } = block
      if (block.redacted === true)
        return { deltas: [{ reasoningContent: { redactedContent: signature ?? '' } }] }
      const pieces = fragmentsOf(block.text, fragments).map((text) => ({ reasoningContent: { text } }))
      const signed = signature === undefined ? [] : [{ reasoningContent: { signature } }]
      const deltas = [...pieces, ...signed]
      return { deltas: deltas.length === 0 ? [{ reasoningContent: { text: '' } }] : deltas }
    }
    case 'tool-call':
      return callPlan(block, style)
    case 'opaque':
      return opaquePlan(block, style)
  }
}

function atLeastOne(pieces: readonly string[]): readonly string[] {
  return pieces.length === 0 ? [''] : pieces
}

function callPlan(
  { id, name, arguments: text }: ToolCallBlock,
  { uses, fragments }: Style,
): Omit<Plan, 'stops'> {
  const toolUse = { toolUseId: id, name, ...(uses('empty-input-in-start') ? { input: {} } : {}) }
  const pieces = [...(uses('empty-input-delta') ? [''] : []), ...fragmentsOf(text, fragments)]
  return { start: { toolUse }, deltas: pieces.map((input) => ({ toolUse: { input } })) }
}

/** Input of the service's own tools and content of their results come in deltas; other members stand whole in the start. */
function opaquePlan({ raw }: OpaqueBlock, { fragments }: Style): Omit<Plan, 'stops'> {
  const [member = '', sent] = Object.entries(objectOf(raw) ?? {})[0] ?? []
  const value = objectOf(sent) ?? {}
  const { input, content, ...rest } = value
  if (member === 'toolUse' && input !== undefined) {
    const deltas = fragmentsOf(JSON.stringify(input), fragments).map((piece) => ({
      toolUse: { input: piece },
    }))
    return { start: { toolUse: rest }, deltas }
  }
  if (member !== 'toolResult') return { start: { [member]: value }, deltas: [] }
  return { start: { toolResult: rest }, deltas: listOf(content).map((item) => ({ toolResult: [item] })) }
}
