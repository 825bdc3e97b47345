/** `streamproof situations`: the hand-written turns that every run plays, each with what any correct converter says. */

import { Command } from 'commander'
import { allSituations, wireNames, type WireSituation } from '../../harness/index.ts'
import { UsageError } from '../usage-error.ts'

type SituationsOptions = { wire?: string; json?: boolean }

export function situationsCommand(): Command {
  return new Command('situations')
    .description('List the situations: named turns, hand-written, that every run plays.')
    .option('--wire <name>', 'only those of this wire')
    .option('--json', 'as JSON, with what any correct converter must say')
    .action(({ wire, json }: SituationsOptions) => {
      const situations = situationsOf(wire)
      console.log(json ? JSON.stringify(situations.map(told), null, 2) : table(situations))
    })
}

/** @throws UsageError for a name that is no wire. */
function situationsOf(wire: string | undefined): WireSituation[] {
  if (wire !== undefined && !(wireNames as readonly string[]).includes(wire)) {
    throw new UsageError(`--wire: there is no wire \`${wire}\`. Use one of: ${wireNames.join(', ')}.`)
  }
  return allSituations().filter((situation) => wire === undefined || situation.wire === wire)
}

function told({ wire, id, status, title, source, must }: WireSituation) {
  return { id: `${wire}/${id}`, status, title, must, source }
}

/** One line each; the id is the first part of its case ids. */
function table(situations: readonly WireSituation[]): string {
  const rows = situations.map(told)
  const [ids, titles] = [widest(rows.map(({ id }) => id)), widest(rows.map(({ title }) => title))]
  const lines = rows.map(
    ({ id, status, title, source }) =>
      `${id.padEnd(ids)}  ${status.padEnd(7)}  ${title.padEnd(titles)}  ${source}`,
  )
  const legal = situations.filter(({ status }) => status === 'legal').length
  return [...lines, '', `${rows.length} situations: ${legal} legal, ${rows.length - legal} dialect`].join(
    '\n',
  )
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length))
}
