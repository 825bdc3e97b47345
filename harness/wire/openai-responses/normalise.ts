/** Mends a drawn turn to one that the Responses wire can say. Not here: saying it (write-turn.ts). */

import type { OpaqueBlock, ToolCallBlock, Turn, TurnBlock, TurnFinish, TurnUsage } from '../../turn/turn.ts'
import { objectOf } from '../json-fields.ts'
import { isWholeCall, type CallEnd } from '../whole-call.ts'
import { callEndOf, outcomes, reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'
import { shape } from './shape.ts'

/** Whether an error payload is an event of its own, and not the `error` of `response.failed`. */
export function isErrorEvent(raw: unknown): boolean {
  const payload = objectOf(raw)
  return payload !== undefined && (payload['type'] === 'error' || 'error' in payload)
}

/** Idempotent. The terminal event is finish and terminator in one, so no turn is `answered`. */
export function normalise(turn: Turn): Turn {
  const finish = turn.finish && finishOf(turn.finish, turn.blocks)
  const usage = finish === undefined || isErrorEvent(finish.failure?.raw) ? undefined : turn.usage
  const { responseId = 'resp_0', model = 'm' } = turn.meta
  return {
    blocks: blocksOf(turn.blocks, callEndOf(finish?.reason)),
    ...(usage && { usage: usageOf(usage) }),
    ...(finish && { finish }),
    meta: { responseId, model },
    state: finish === undefined ? 'open' : 'closed',
  }
}

function finishOf(finish: TurnFinish, blocks: readonly TurnBlock[]): TurnFinish {
  if (finish.reason === 'error') {
    const raw = finish.failure?.raw ?? shape.errors[0]
    return { reason: 'error', failure: readInBandError(raw) }
  }
  const raw = finish.raw ?? Object.keys(outcomes).find((word) => reasonOf(word, true) === finish.reason)
  const hasCalls = blocks.some(({ type }) => type === 'tool-call')
  return { reason: reasonOf(raw ?? 'completed', hasCalls), raw: raw ?? 'completed' }
}

function usageOf(usage: TurnUsage): TurnUsage {
  const { raw: _, contradiction: __, ...counts } = usage
  const { inputTokens = 0, outputTokens = 0, reasoningTokens = 0 } = counts
  return { ...counts, inputTokens, outputTokens: Math.max(outputTokens, reasoningTokens) }
}

function blocksOf(blocks: readonly TurnBlock[], finish: CallEnd['finish']): TurnBlock[] {
  return blocks
    .filter((block, at) => !isCitation(block) || citesText(blocks, at))
    .map((block, at, kept) => mended(block, at, at === kept.length - 1, finish))
}

export function isCitation(block: TurnBlock): boolean {
  return block.type === 'opaque' && block.kind === 'citation'
}

/** Annotations belong to a text part. */
function citesText(blocks: readonly TurnBlock[], at: number): boolean {
  return blocks.slice(0, at).findLast((block) => !isCitation(block))?.type === 'text'
}

function mended(block: TurnBlock, at: number, isLast: boolean, finish: CallEnd['finish']): TurnBlock {
  switch (block.type) {
    case 'reasoning': {
      const { redacted: _, ...shown } = block
      return shown
    }
    case 'tool-call':
      return callOf(block, isLast, finish)
    case 'opaque':
      return withOwnIds(block, at)
    case 'text':
    case 'refusal':
      return block
  }
}

/** Items come one after the other, so only the last call can lack its end. */
function callOf(block: ToolCallBlock, isLast: boolean, finish: CallEnd['finish']): ToolCallBlock {
  const { signature: _, ...call } = block
  const ended = !isLast || call.complete
  return { ...call, complete: isWholeCall({ ended, finish, text: call.arguments }) }
}

/** The SDK's accumulator tells items apart by id. */
function withOwnIds(block: OpaqueBlock, at: number): OpaqueBlock {
  const raw = objectOf(block.raw)
  if (raw === undefined || typeof raw['id'] !== 'string') return block
  const own = (id: string) => `${id.replace(/\d+$/, '')}${at}`
  const callId = raw['call_id']
  return {
    ...block,
    raw: {
      ...raw,
      id: own(raw['id']),
      ...(typeof callId === 'string' && { call_id: own(callId) }),
    },
  }
}
