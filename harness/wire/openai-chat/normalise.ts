/** Mends a drawn turn to what a chat stream can say. Not here: what that is (each wire's shape.ts). */

import type { TurnShape } from '../../turn/shape.ts'
import type { Turn, TurnBlock, TurnFinish, TurnMeta, TurnUsage } from '../../turn/turn.ts'
import type { Reading, WireEvent } from '../wire.ts'
import { isFairFinish } from './outcomes.ts'
import { isErrorAlone, isSilent } from './turn-facts.ts'

/** Reads events as the wire in question does. */
type Read = (events: readonly WireEvent[]) => Reading

/**
 * Every chunk has an id and a model, so a turn that says anything has them too; prose without text leaves no trace; a call
 * is complete only by the finish. Idempotent.
 */
export function normaliser(shape: TurnShape, read: Read): (turn: Turn) => Turn {
  return (turn) => {
    const finish = finishOf(turn, shape, read)
    const bare: Turn = {
      blocks: blocksOf(turn.blocks, shape, finish),
      ...(turn.usage === undefined ? {} : { usage: usageOf(turn.usage, shape) }),
      ...(finish === undefined ? {} : { finish }),
      meta: turn.meta,
      state: finish?.reason === 'error' ? 'closed' : turn.state,
    }
    return isErrorAlone(bare) || isSilent(bare) ? bare : { ...bare, meta: metaOf(turn.meta) }
  }
}

/** An error is what the reader makes of its payload. */
function finishOf({ finish, state }: Turn, shape: TurnShape, read: Read): TurnFinish | undefined {
  if (finish?.reason === 'error') {
    const payload = finish.failure?.raw ?? shape.errors[0]
    const data = JSON.stringify(payload)
    return read([{ index: 0, data, payload, start: 0, end: data.length, terminated: true }]).turn.finish
  }
  if (finish === undefined || state === 'open') return undefined
  const raw = finish.raw ?? shape.finishes.find(({ reason }) => reason === finish.reason)?.raw ?? 'stop'
  const known = shape.finishes.find((entry) => entry.raw === raw)
  return { reason: known?.reason ?? finish.reason, raw }
}

function blocksOf(
  blocks: readonly TurnBlock[],
  shape: TurnShape,
  finish: TurnFinish | undefined,
): TurnBlock[] {
  return blocks
    .filter((block) => !('text' in block) || block.text !== '')
    .map((block) => (block.type === 'tool-call' ? { ...block, complete: isFairFinish(finish) } : block))
    .sort((a, b) => shape.kinds.indexOf(a.type) - shape.kinds.indexOf(b.type))
}

/** Prompt and completion are always counted. */
function usageOf(usage: TurnUsage, shape: TurnShape): TurnUsage {
  const known = Object.entries(usage).filter(([field]) => (shape.usage as readonly string[]).includes(field))
  const { outputTokens = 0, reasoningTokens = 0, ...counts }: TurnUsage = Object.fromEntries(known)
  const reasoning =
    usage.reasoningTokens === undefined || !shape.usage.includes('reasoningTokens') ? {} : { reasoningTokens }
  return { inputTokens: 0, ...counts, outputTokens: Math.max(outputTokens, reasoningTokens), ...reasoning }
}

function metaOf({ responseId = 'chatcmpl-1', model = 'model-x' }: TurnMeta): TurnMeta {
  return { responseId, model }
}
