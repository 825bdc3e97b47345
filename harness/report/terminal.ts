/** A run as text for a terminal: the driver x wire table, every finding with the command that shows it again, the totals. */

import Table from 'cli-table3'
import pc from 'picocolors'
import type { Finding, Place } from '../checks/check.ts'
import type { Result, Status, Summary } from '../verdict/result.ts'
import type { RunReport } from './run-report.ts'

/** Everything there is to say of a run, in the order a reader needs it. */
export function renderRun(report: RunReport): string {
  return [
    renderInput(report),
    renderTable(report.results),
    ...report.results.filter(needsAttention).map((result) => renderResult(result, report)),
    ...report.lineFaults.map(({ place, message }) => `${pc.red('LINE')} ${place}: ${message}\n`),
    ...report.turnFaults.map(({ recording, message }) => `${pc.red('TURN')} ${recording} ${message}\n`),
    renderTotals(report),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

function needsAttention({ status }: Result): boolean {
  return status === 'fail' || status === 'error' || status === 'stale'
}

function renderInput({ recordings, refused, updated }: RunReport): string {
  const lines = [`${recordings} recordings`]
  if (refused.length > 0) lines.push(`${refused.length} files refused:`)
  for (const { file, field, reason } of refused) {
    lines.push(`  ${file}${field === undefined ? '' : ` (${field})`}: ${reason}`)
  }
  for (const file of updated) lines.push(`  wrote ${file}: review it`)
  return `${lines.join('\n')}\n`
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
    const cases = new Set(rows.map(({ recording, delivery }) => `${recording}/${delivery}`)).size
    table.push([driver, wire, cases, ...columns.map(([status]) => cell(status, rows))])
  }
  return `${table.toString()}\n`
}

function cell(status: Status, rows: readonly Result[]): string {
  const count = rows.filter((row) => row.status === status).length
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
  const head = `${pc.red(result.status.toUpperCase())} ${result.id} (${result.severity}, ${result.shownBy})`
  const excuse = result.excuse ? [`  line      ${result.excuse.pattern} | ${result.excuse.reason}`] : []
  const reason = result.reason === undefined ? [] : [`  because   ${result.reason}`]
  const stale =
    result.status === 'stale' ? ['  it passes now: remove the known-failing line, or narrow it'] : []
  return [
    head,
    ...reason,
    ...result.findings.flatMap(renderFinding),
    ...excuse,
    ...stale,
    `  again     ${pc.cyan(report.again(result))}`,
    '',
  ].join('\n')
}

function renderFinding(finding: Finding): string[] {
  const lines = [`  ${finding.message}`]
  if (finding.expected !== undefined) lines.push(`  expected  ${show(finding.expected)}`)
  if (finding.got !== undefined) lines.push(`  got       ${show(finding.got)}`)
  if (finding.place) lines.push(`  where     ${showPlace(finding.place)}`)
  return lines
}

function showPlace({ part, event, bytes }: Place): string {
  return [
    part === undefined ? [] : [`part ${part}`],
    event === undefined ? [] : [`wire event ${event}`],
    bytes === undefined ? [] : [`bytes ${bytes[0]}-${bytes[1]}`],
  ]
    .flat()
    .join(', ')
}

const longestShown = 400

function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value))
  return text.length > longestShown ? `${text.slice(0, longestShown)}… (${text.length} characters)` : text
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
