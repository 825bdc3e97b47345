/** What pi-ai's messages cannot leave unsaid, filled into a drawn turn. Not here: drawing (harness/turn/arbitrary.ts). */

import type { Turn, TurnBlock, TurnFinish, TurnUsage } from '../../turn/turn.ts'
import { readInBandError } from './read-error.ts'
import { reasonOf } from './outcomes.ts'
import { usageObject } from './write-turn.ts'

/** The model is always named, the four counts always given at the end, and nothing but the finish makes a call whole. */
export function normalise(turn: Turn): Turn {
  const finish = turn.finish && normaliseFinish(turn.finish)
  const { responseId, model = 'm' } = turn.meta
  const complete = finish !== undefined && finish.failure === undefined && finish.reason !== 'max-tokens'
  return {
    blocks: turn.blocks.map((block) => normaliseBlock(block, complete)),
    ...(finish && { usage: normaliseUsage(turn.usage), finish }),
    meta: { ...(responseId === undefined ? {} : { responseId }), model },
    state: finish === undefined ? 'open' : 'closed',
  }
}

function normaliseBlock(block: TurnBlock, complete: boolean): TurnBlock {
  if (block.type === 'tool-call') return { ...block, complete }
  return block.type === 'reasoning' && block.redacted === true ? { ...block, text: '' } : block
}

function normaliseFinish({ raw = 'stop', failure }: TurnFinish): TurnFinish {
  if (failure === undefined) return { reason: reasonOf(raw), raw }
  const told = readInBandError(failure.raw)
  return { reason: told.code === 'ABORTED' ? 'aborted' : 'error', failure: told }
}

function normaliseUsage(usage: TurnUsage | undefined): TurnUsage {
  const raw = usageObject(usage)
  return {
    inputTokens: raw.input,
    cacheReadTokens: raw.cacheRead,
    cacheWriteTokens: raw.cacheWrite,
    outputTokens: raw.output,
    ...(raw.reasoning === undefined ? {} : { reasoningTokens: raw.reasoning }),
    raw,
  }
}
