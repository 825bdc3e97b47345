/** The events of content blocks: start, deltas, stop, in their order. Not here: the events around them (write-turn.ts). */

import type { OpaqueBlock, Turn, TurnBlock } from '../../turn/turn.ts'
import { fragmentsOf } from '../fragments.ts'
import { objectOf, parseJson, type JsonObject } from '../json-fields.ts'
import { callEndOf } from './content-blocks.ts'
import type { Uses } from './spellings.ts'
import { hasInput, isKnown } from './turn-facts.ts'

export type Style = { uses: Uses; fragments: readonly number[] }

/** One content block before its events have an index. */
type Plan = { start: JsonObject; deltas: JsonObject[]; stops: boolean }

export function blockEvents(turn: Turn, style: Style): JsonObject[] {
  const plans = plansOf(turn, style)
  const starts = plans.map(({ start }, index) => ({
    type: 'content_block_start',
    index,
    content_block: start,
  }))
  const deltas = plans.map(({ deltas }, index) =>
    deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  )
  const stops = plans.map(({ stops }, index) => (stops ? [{ type: 'content_block_stop', index }] : []))
  if (style.uses('interleaved-blocks')) return [...starts, ...takeTurns(deltas), ...stops.flat()]
  return starts.flatMap((start, index) => [start, ...(deltas[index] ?? []), ...(stops[index] ?? [])])
}

function takeTurns(rows: readonly JsonObject[][]): JsonObject[] {
  const longest = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
}

/** Citations belong to the text before them and have no block of their own. */
function plansOf(turn: Turn, style: Style): Plan[] {
  const plans: Plan[] = []
  const marked = style.uses('unknown-delta') ? turn.blocks.findIndex(isKnown) : -1
  for (const [at, block] of turn.blocks.entries()) {
    const host = plans.at(-1)
    if (isCitation(block) && host !== undefined) {
      host.deltas.push({ type: 'citations_delta', citation: block.raw })
      host.stops = stopsAfter(turn, at, style.uses)
      continue
    }
    const plan = { ...planOf(block, style), stops: stopsAfter(turn, at, style.uses) }
    if (at === marked) plan.deltas.unshift({ type: 'hologram_delta', hologram: 'x' })
    plans.push(plan)
  }
  return plans
}

function isCitation(block: TurnBlock): block is OpaqueBlock {
  return block.type === 'opaque' && block.kind === 'citation'
}

/** Only the last block can lack its end: where the stream was cut, where it failed, where a limit cut it. */
function stopsAfter(turn: Turn, at: number, uses: Uses): boolean {
  if (uses('no-block-stops')) return false
  const finish = callEndOf(turn.finish)
  const block = turn.blocks[at]
  if (at < turn.blocks.length - 1 || finish === 'fair' || block === undefined) return true
  if (finish === 'none') return block.type === 'tool-call' && block.complete
  if (uses('cut-block-open')) return false
  return block.type !== 'tool-call' || block.complete || parseJson(block.arguments) === undefined
}

function planOf(block: TurnBlock, { uses, fragments }: Style): Omit<Plan, 'stops'> {
  const pieces = (text: string) => fragmentsOf(text, fragments)
  switch (block.type) {
    case 'text':
    case 'refusal': {
      const [early, late] = split(pieces(block.text), uses)
      return {
        start: { type: 'text', text: early },
        deltas: late.map((text) => ({ type: 'text_delta', text })),
      }
    }
    case 'reasoning': {
      if (block.redacted === true)
        return { start: { type: 'redacted_thinking', data: block.signature ?? '' }, deltas: [] }
      const [early, late] = split(pieces(block.text), uses)
      const inStart = uses('signature-in-start')
      const signed =
        inStart || block.signature === undefined
          ? []
          : [{ type: 'signature_delta', signature: block.signature }]
      return {
        start: { type: 'thinking', thinking: early, signature: inStart ? (block.signature ?? '') : '' },
        deltas: [...late.map((thinking) => ({ type: 'thinking_delta', thinking })), ...signed],
      }
    }
    case 'tool-call': {
      const { id, name } = block
      if (uses('input-in-start'))
        return { start: { type: 'tool_use', id, name, input: parseJson(block.arguments) }, deltas: [] }
      const empty = uses('empty-input-delta') ? [''] : []
      return {
        start: { type: 'tool_use', id, name, input: {} },
        deltas: inputDeltas([...empty, ...pieces(block.arguments)]),
      }
    }
    case 'opaque': {
      const raw = objectOf(block.raw) ?? {}
      if (!uses('server-tool-input-deltas') || !hasInput(block)) return { start: raw, deltas: [] }
      return { start: { ...raw, input: {} }, deltas: inputDeltas(pieces(JSON.stringify(raw['input']))) }
    }
  }
}

function inputDeltas(pieces: readonly string[]): JsonObject[] {
  return pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

/** What stands in the start, and what follows. */
function split(pieces: readonly string[], uses: Uses): [string, readonly string[]] {
  return uses('text-in-start') ? [pieces[0] ?? '', pieces.slice(1)] : ['', pieces]
}
