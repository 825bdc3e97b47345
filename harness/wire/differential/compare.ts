/** Whether a reading and an official client agree, and if not, whether it is known who is right. Not here: known disagreements (known-disagreements.ts). */

import { diffValues, type Difference } from '../../turn/diff.ts'
import type { Turn } from '../../turn/turn.ts'
import type { Reading } from '../wire.ts'
import {
  accountOfTurn,
  project,
  type Account,
  type AccountBlock,
  type Answer,
  type Client,
} from './account.ts'
import { knownDisagreements } from './known-disagreements.ts'

/**
 * Where they differ, known disagreements left out. On a turn that failed or was cut a client may throw, and then only what it still tells is compared;
 * calls are compared on whole turns alone, since clients guess at a cut text.
 */
export function differences(reading: Reading, answer: Answer, client: Client): Difference[] {
  const known = knownDisagreements.filter(({ client: name }) => name === client.name)
  return allDifferences(reading, answer, client).filter(
    (difference) => !known.some((disagreement) => disagreement.covers(difference, reading, answer)),
  )
}

function allDifferences(reading: Reading, answer: Answer, client: Client): Difference[] {
  const { turn } = reading
  const broken = turn.finish?.failure !== undefined || turn.state === 'open' || reading.damage !== undefined
  if (answer.failed !== undefined && !broken) return [{ path: 'failed', got: answer.failed }]
  if (turn.finish?.failure !== undefined && answer.failed === undefined)
    return [{ path: 'failed', expected: turn.finish.failure.message }]
  if (answer.failed !== undefined && !client.projection.keepsPartial) return []
  const told = project(answer.account, client.projection)
  const truth = project(accountOfTurn(turn), client.projection)
  return broken ? diffProse(truth, told) : diffValues(comparable(truth, turn), comparable(told, turn))
}

function diffProse(truth: Account, told: Account): Difference[] {
  return diffValues(truth.blocks.filter(isProse), told.blocks.filter(isProse), 'blocks')
}

function isProse({ type }: AccountBlock): boolean {
  return type === 'text' || type === 'refusal' || type === 'reasoning'
}

/** Counts that contradict each other are not compared, nor are the values that a cut text might have had. */
function comparable(account: Account, turn: Turn): Account {
  const { usage, ...rest } = account
  const isCut = turn.finish?.reason === 'max-tokens' || turn.finish?.reason === 'content-filter'
  const blocks = isCut ? rest.blocks.map(withoutArguments) : rest.blocks
  return { ...rest, blocks, ...(usage === undefined || turn.usage?.contradiction ? {} : { usage }) }
}

function withoutArguments(block: AccountBlock): AccountBlock {
  return block.type === 'tool-call' ? { ...block, arguments: 'cut' } : block
}
