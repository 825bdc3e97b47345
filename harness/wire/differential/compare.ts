/** Whether a reading and an official client agree, and if not, whether it is known who is right. Not here: the known disagreements (known-disagreements.ts). */

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
import { knownDifferences, knownThrows, type KnownThrow, type Where } from './known-disagreements.ts'

/** `unknown`: differences that nobody has explained yet. `known`: ids of disagreements that showed. */
export type Comparison = { unknown: Difference[]; known: string[] }

/**
 * On a turn that failed or was cut a client may throw, and then only what it still tells is compared; calls are compared on
 * whole turns alone, since clients guess at a cut text.
 */
export function compare(reading: Reading, answer: Answer, client: Client, where: Where): Comparison {
  const thrown = knownThrows.find(
    (known) => isOf(known, client, where) && known.words.test(answer.failed ?? ''),
  )
  const explanations = knownDifferences.filter((known) => isOf(known, client, where))
  const differences = allDifferences(reading, answer, client, thrown).map((difference) => ({
    difference,
    by: explanations.find((explanation) => explanation.covers(difference, reading, answer.account)),
  }))
  return {
    unknown: differences.filter(({ by }) => by === undefined).map(({ difference }) => difference),
    known: [thrown, ...differences.map(({ by }) => by)].flatMap((known) => known?.id ?? []),
  }
}

function allDifferences(
  { turn, damage }: Reading,
  { account, failed }: Answer,
  client: Client,
  thrown: KnownThrow | undefined,
): Difference[] {
  const failure = turn.finish?.failure
  const isBroken = failure !== undefined || turn.state === 'open' || damage !== undefined
  if (failed !== undefined && thrown === undefined && !isBroken) return [{ path: 'failed', got: failed }]
  if (failed === undefined && failure !== undefined) return [{ path: 'failed', expected: failure.message }]
  if (thrown?.afterAll === false || (failed !== undefined && !client.projection.keepsPartial)) return []
  return accountDifferences(turn, account, client, isBroken)
}

function accountDifferences(turn: Turn, account: Account, client: Client, isBroken: boolean): Difference[] {
  const told = project(account, client.projection)
  const truth = project(accountOfTurn(turn), client.projection)
  if (isBroken) return diffValues(truth.blocks.filter(isProse), told.blocks.filter(isProse), 'blocks')
  return diffValues(comparable(truth, turn), comparable(told, turn))
}

function isOf(known: { client: string; where: readonly Where[] }, client: Client, where: Where): boolean {
  return known.client === client.name && known.where.includes(where)
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
