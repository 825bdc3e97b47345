/** Pairs the calls of a turn with the calls of a trace. Not here: text, reasoning and refusals (prose.ts). */

import type { AssembledBlock } from '../../trace/assemble.ts'
import type { ToolCallBlock } from '../../turn/turn.ts'
import type { BlockEvidence } from '../../wire/wire.ts'
import type { Subject } from '../check.ts'

export type MatchedCall = {
  /** Position in `truth.turn.blocks`. */
  at: number
  said: ToolCallBlock
  evidence: BlockEvidence | undefined
  /** The converter's call; undefined where it told none. */
  got: AssembledBlock | undefined
}

export type MatchedCalls = {
  /** In turn order. */
  calls: MatchedCall[]
  /** Calls of the trace that belong to none of the turn. */
  extra: AssembledBlock[]
}

type Known = Pick<Subject, 'truth' | 'assembled' | 'driver'>

/** By id where the wire sent one, the rest by their order. */
export function matchCalls(subject: Known): MatchedCalls {
  const { truth, assembled } = subject
  const free = assembled.blocks.filter(({ kind }) => kind === 'tool-call')
  const calls = truth.turn.blocks.flatMap((said, at): MatchedCall[] =>
    said.type === 'tool-call' ? [{ at, said, evidence: truth.evidence[at], got: undefined }] : [],
  )
  for (const call of calls) {
    if (call.said.id !== '') call.got = take(free, (block) => wireIds(subject, block).includes(call.said.id))
  }
  for (const call of calls) {
    call.got ??= take(free, (block) => isFreeFor(subject, block, call, calls))
  }
  return { calls, extra: free }
}

/**
 * A call told with the id of another call of the turn is that call told again, unless the wire gave both one id; one told
 * with an id of what is carried uninterpreted (a server tool, a custom call) is that.
 */
function isFreeFor(
  subject: Known,
  block: AssembledBlock,
  call: MatchedCall,
  calls: readonly MatchedCall[],
): boolean {
  const ids = wireIds(subject, block)
  const isOther = calls.some((other) => other !== call && other.said.id !== '' && ids.includes(other.said.id))
  return !isOther && !ids.some((id) => isCarried(subject, id))
}

function isCarried({ truth }: Known, id: string): boolean {
  const text = JSON.stringify(id)
  return truth.turn.blocks.some(
    (block) => block.type === 'opaque' && (JSON.stringify(block.raw) ?? '').includes(text),
  )
}

function take(free: AssembledBlock[], fits: (block: AssembledBlock) => boolean): AssembledBlock | undefined {
  const at = free.findIndex(fits)
  return at === -1 ? undefined : free.splice(at, 1)[0]
}

/** The ids a call was told with, as the wire spells them. */
export function wireIds({ driver }: Pick<Subject, 'driver'>, block: Pick<AssembledBlock, 'ids'>): string[] {
  return block.ids.map((id) => driver.mapId?.(id) ?? id)
}

/** Readable name of a call for findings: `call 2 (get_weather)`. */
export function callName({ calls }: MatchedCalls, call: MatchedCall): string {
  const number = calls.indexOf(call) + 1
  return call.said.name === '' ? `call ${number}` : `call ${number} (\`${call.said.name}\`)`
}
