/** A run as text for a terminal: the driver x wire table, every finding with the command that shows it again, the totals. */

import { relative } from 'node:path'
import Table from 'cli-table3'
import pc from 'picocolors'
import { countOf, isUnexpected, type Result, type Status, type Summary } from '../verdict/result.ts'
import { renderFinding } from './result-text.ts'
import type { RunReport } from './run-report.ts'
import { sourceCountsText } from './source-counts.ts'

/** Everything there is to say of a run, in the order a reader needs it. */
export function renderRun(report: RunReport): string {
  return [
    renderInput(report),
    renderTable(report.results),
    ...report.results.filter(isUnexpected).map((result) => renderResult(result, report)),
    ...report.lineFaults.map(({ place, message }) => `${pc.red('LINE')} ${place}: ${message}\n`),
    ...report.turnFaults.map(({ recording, message }) => `${pc.red('TURN')} ${recording} ${message}\n`),
    ...report.strays.map(
      (message) =>
        `${pc.red('STRAY')} ${message}. It is of no case: something goes on behind the stream that started it.\n`,
    ),
    ...report.missing.map(
      ({ driver, wire, cases }) =>
        `${pc.red('MISSING')} @${driver} ${wire}: ${cases} cases of the plan gave no results\n`,
    ),
    renderImpossible(report.results),
    renderTotals(report),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

function renderInput({ sources, refused, updated }: RunReport): string {
  const lines = [sourceCountsText(sources)]
  if (refused.length > 0) lines.push(`${refused.length} files refused:`)
  for (const { file, field, reason } of refused) {
    lines.push(`  ${file}${field === undefined ? '' : ` (${field})`}: ${reason}`)
  }
  for (const file of updated) lines.push(`  wrote ${fromHere(file)}: review it`)
  return `${lines.join('\n')}\n`
}

function fromHere(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}

const columns: readonly [Status, string][] = [
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['error', 'error'],
  ['known-fail', 'known'],
  ['stale', 'stale'],
  ['not-applicable', 'n/a'],
]

function renderTable(results: readonly Result[]): string {
  const table = new Table({
    head: ['driver', 'wire', 'cases', ...columns.map(([, label]) => label)],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', ...columns.map(() => 'right' as const), 'right'],
  })
  for (const [key, rows] of groupBy(results, ({ driver, wire }) => `${driver} ${wire}`)) {
    const [driver = '', wire = ''] = key.split(' ')
    table.push([driver, wire, casesOf(rows), ...columns.map(([status]) => cell(status, rows))])
  }
  return `${table.toString()}\n`
}

/** Every rule answers for every case, but for those that answer for a few of them. */
function casesOf(rows: readonly Result[]): number {
  return Math.max(...[...groupBy(rows, ({ rule }) => rule).values()].map(countOf))
}

function cell(status: Status, rows: readonly Result[]): string {
  const count = countOf(rows.filter((row) => row.status === status))
  if (count === 0) return pc.dim('0')
  if (status === 'fail' || status === 'error' || status === 'stale') return pc.red(String(count))
  return status === 'pass' ? pc.green(String(count)) : String(count)
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function renderResult(result: Result, report: RunReport): string {
  const more = result.count === undefined ? '' : `, ${result.count} more sessions`
  const head = `${pc.red(result.status.toUpperCase())} ${result.id} (${result.severity}, ${result.shownBy}${more})`
  const excuse = result.excuse ? [`  line      ${result.excuse.pattern} | ${result.excuse.reason}`] : []
  const reason = result.reason === undefined ? [] : [`  because   ${result.reason}`]
  const witness = result.witness === undefined ? [] : [`  witness   ${result.witness.folder}`]
  const stale =
    result.status === 'stale' ? ['  it passes now: remove the known-failing line, or narrow it'] : []
  return [
    head,
    ...reason,
    ...result.findings.flatMap(renderFinding),
    ...excuse,
    ...stale,
    ...witness,
    `  again     ${pc.cyan(report.again(result))}`,
    '',
  ].join('\n')
}

/** What drivers declare that their converter's input cannot tell it, each with the information that is missing. */
function renderImpossible(results: readonly Result[]): string {
  const told = results.filter(({ impossible }) => impossible !== undefined)
  if (told.length === 0) return ''
  const declarations = groupBy(told, ({ driver, impossible }) => `@${driver} ${impossible?.pattern}`)
  const counted = [...declarations].map(
    ([name, rows]) => `  ${name} (${countOf(rows)}): ${rows[0]?.impossible?.missing}`,
  )
  const noun = declarations.size === 1 ? 'impossibility' : 'impossibilities'
  const head = `${declarations.size} declared ${noun}, ${countOf(told)} results: the input of the converter does not hold`
  return `${[head, ...counted].join('\n')}\n`
}

function renderTotals(report: RunReport): string {
  return [totals(report.summary, report.cases), exitLine(report)].join('\n')
}

function totals(summary: Summary, cases: number): string {
  const { planned, executed, pass, fail, error, knownFail, stale, notApplicable } = summary
  return (
    `${cases} cases, ${planned} results: ${executed} executed (${pass} pass, ${fail} fail, ${error} error, ` +
    `${knownFail} known-fail, ${stale} stale), ${notApplicable} not applicable`
  )
}

function exitLine({ exitCode }: RunReport): string {
  const meaning = {
    0: 'as expected',
    1: 'an unexpected fail, or a known-failing line that no longer holds',
    2: 'the input or the configuration is wrong',
    3: 'the suite itself is at fault',
    4: 'nothing was executed',
    5: 'a converter could not be started',
  }[exitCode]
  const text = `exit ${exitCode}: ${meaning}`
  return exitCode === 0 ? pc.green(text) : pc.red(text)
}
