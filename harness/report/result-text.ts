/** One result as lines of text: its findings with expected, got and place. Not here: colours, tables and totals (terminal.ts). */

import type { Finding, Place } from '../checks/check.ts'
import { isUnexpected, type Result } from '../verdict/result.ts'

export function renderFinding(finding: Finding): string[] {
  const lines = [`  ${finding.message}`]
  if (finding.expected !== undefined) lines.push(`  expected  ${show(finding.expected)}`)
  if (finding.got !== undefined) lines.push(`  got       ${show(finding.got)}`)
  if (finding.place) lines.push(`  where     ${showPlace(finding.place)}`)
  return lines
}

/** All unexpected results as one text; `''` where there are none. */
export function renderUnexpected(results: readonly Result[]): string {
  return results.filter(isUnexpected).map(renderPlain).join('\n\n')
}

function renderPlain({ status, id, severity, reason, findings, excuse }: Result): string {
  return [
    `${status.toUpperCase()} ${id} (${severity})`,
    ...(reason === undefined ? [] : [`  because   ${reason}`]),
    ...findings.flatMap(renderFinding),
    ...(status === 'stale' ? [`  it passes now: remove the known-failing line \`${excuse?.pattern}\``] : []),
  ].join('\n')
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
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}… (${text.length} characters)` : text
}
