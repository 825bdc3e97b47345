/** Parts of a trace, as a converter tells them. Not here: the truth they are held against (subject.ts). */

import type { Part, PartBlock, PartOf } from '../../trace/part.ts'
import type { Usage } from '../../turn/turn.ts'

type CallBlock = Extract<PartBlock, { type: 'tool-call' }>

function prose(kind: 'text' | 'reasoning' | 'refusal') {
  return (index: number, ...deltas: string[]): Part[] => [
    { type: 'block-start', index, kind },
    ...deltas.map((text): Part => ({ type: `${kind}-delta`, index, text })),
    { type: 'block-end', index, block: { type: kind, text: deltas.join('') } },
  ]
}

/** Start, deltas and end of a block; the last part is its end. */
export const text = prose('text')
export const reasoning = prose('reasoning')
export const refusal = prose('refusal')

export type CallSaid = {
  id?: string
  name?: string
  /** Argument deltas. */
  deltas?: string[]
  /** Arguments of the block-end; default: the deltas joined. */
  arguments?: string
  complete?: boolean
  invalid?: boolean
  signature?: string
}

/** Start, deltas and end of a call; the last part is its end. */
export function call(index: number, said: CallSaid = {}): Part[] {
  const { id = 'c1', name = 'look', deltas = ['{"a":', '1}'], complete } = said
  const block: CallBlock = {
    type: 'tool-call',
    id,
    name,
    arguments: said.arguments ?? deltas.join(''),
    ...(said.invalid === undefined ? {} : { invalid: said.invalid }),
    ...(said.signature === undefined ? {} : { signature: said.signature }),
  }
  return [
    { type: 'block-start', index, kind: 'tool-call', id, name },
    ...deltas.map((argumentsDelta): Part => ({ type: 'tool-call-delta', index, argumentsDelta })),
    { type: 'block-end', index, block, ...(complete === undefined ? {} : { complete }) },
  ]
}

/** A call that is left open. */
export function openCall(index: number, said: CallSaid = {}): Part[] {
  return call(index, said).slice(0, -1)
}

export function finish(reason: PartOf<'finish'>['reason'], rest: Partial<PartOf<'finish'>> = {}): Part {
  return { type: 'finish', reason, ...rest }
}

export function failed(code: NonNullable<PartOf<'finish'>['failure']>['code'], message = 'it failed'): Part {
  return finish('error', { failure: { code, message } })
}

export function usage(counts: Usage): Part {
  return { type: 'usage', usage: counts }
}
