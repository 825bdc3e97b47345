/** Mends a drawn turn to one that the Gemini wire can say. Not here: saying it (write-turn.ts). */

import type { Turn, TurnBlock, TurnFinish, TurnUsage } from '../../turn/turn.ts'
import { objectOf, parseJson } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { candidateFields, isCandidateField } from './candidate-fields.ts'
import { outcomes, reasonOf } from './outcomes.ts'
import { readInBandError } from './read-error.ts'
import { shape } from './shape.ts'

/** Idempotent. A finish has no terminator behind it, so no turn is `answered`. */
export function normalise(turn: Turn): Turn {
  const blocks = blocksOf(turn.blocks)
  const finish = turn.finish && finishOf(turn.finish, blocks)
  const usage = turn.usage && usageOf(turn.usage)
  const { responseId, model } = turn.meta
  return {
    blocks,
    ...(usage && Object.keys(usage).length > 0 && { usage }),
    ...(finish && { finish }),
    meta: { ...(responseId !== undefined && { responseId }), ...(model !== undefined && { model }) },
    state: finish === undefined ? 'open' : 'closed',
  }
}

function finishOf(finish: TurnFinish, blocks: readonly TurnBlock[]): TurnFinish {
  if (finish.reason === 'error') {
    return { reason: 'error', failure: readInBandError(finish.failure?.raw ?? shape.errors[0]) }
  }
  const word = Object.keys(outcomes).find((raw) => reasonOf(raw, true) === finish.reason)
  const raw = finish.raw ?? word ?? 'STOP'
  const hasCalls = blocks.some(({ type }) => type === 'tool-call')
  return { reason: reasonOf(raw, hasCalls), raw }
}

/** Input holds what is cached, output what was thought: neither part stands without its whole. */
function usageOf(usage: TurnUsage): TurnUsage {
  const { inputTokens, cacheReadTokens, outputTokens, reasoningTokens } = usage
  const input = inputTokens ?? (cacheReadTokens === undefined ? undefined : 0)
  const output = reasoningTokens === undefined ? outputTokens : Math.max(reasoningTokens, outputTokens ?? 0)
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(output !== undefined && { outputTokens: output }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}

/** Of the candidate's fields one each, behind all parts. */
function blocksOf(blocks: readonly TurnBlock[]): TurnBlock[] {
  const parts = blocks.filter((block) => !isCandidateField(block)).flatMap(sayable)
  const fields = candidateFields.flatMap(
    (field) => blocks.findLast((block) => isCandidateField(block) && block.kind === field) ?? [],
  )
  return [...parts.reduce(joined, []), ...fields]
}

/** The block as the wire can say it, or nothing. A call comes whole, with its arguments as a value. */
function sayable(block: TurnBlock): TurnBlock[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [block]
    case 'reasoning': {
      const { redacted: _, ...shown } = block
      return shown.text === '' && shown.signature === undefined ? [] : [shown]
    }
    case 'tool-call':
      return [{ ...block, arguments: jsonText(objectOf(parseJson(block.arguments)) ?? {}), complete: true }]
    case 'refusal':
      return []
    case 'opaque':
      return [block]
  }
}

/** Texts of one kind that follow each other are one text on the wire. */
function joined(before: readonly TurnBlock[], block: TurnBlock): TurnBlock[] {
  const last = before.at(-1)
  const isProse = block.type === 'text' || block.type === 'reasoning'
  if (last === undefined || !isProse || last.type !== block.type) return [...before, block]
  return [...before.slice(0, -1), { ...last, ...block, text: last.text + block.text }]
}
