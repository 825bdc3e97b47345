/** docs/errors.md, written from the table of error situations, what the drivers declare and their known-failing lines. */

import { readFile } from 'node:fs/promises'
import { loadShippedDrivers, type ShippedDriver } from '../converters/drivers.ts'
import {
  connectionErrors,
  errorRecordings,
  httpErrors,
  parseKnownFailing,
  parsePattern,
  streamErrors,
  type Driver,
  type ErrorRecording,
} from '../harness/index.ts'

type Row = ErrorRecording['row']
/** Why a driver does not say all of an error, and which results that is about. */
type Gap = { speaksOf: ReturnType<typeof parsePattern>; why: string; link: string }
type Column = { driver: Driver; gaps: readonly Gap[] }

const rules = ['error-class', 'error-details'] as const

export async function errorsPage(): Promise<string> {
  const columns = await Promise.all((await loadShippedDrivers()).filter(makesRequests).map(columnOf))
  const rows: readonly Row[] = [...httpErrors, ...streamErrors, ...connectionErrors]
  const notes = new Notes()
  const played = Map.groupBy(errorRecordings(), ({ row }) => row)
  const sections = [...Map.groupBy(rows, ({ provider }) => provider)].flatMap(([provider, own]) => [
    `## ${provider}`,
    '',
    `| situation | comes as | class | again? | ${columns.map(({ driver }) => driver.name).join(' | ')} |`,
    `|---|---|---|---|${'---|'.repeat(columns.length)}`,
    ...own.map((row) => line(row, columns, played.get(row) ?? [], notes)),
    '',
  ])
  return [...head(rows.length, columns), ...sections, '## Notes', '', ...notes.lines(), ''].join('\n')
}

function makesRequests({ driver }: ShippedDriver): boolean {
  return driver.level === 'http'
}

async function columnOf({ driver, knownFailing }: ShippedDriver): Promise<Column> {
  const lines = parseKnownFailing(await readFile(knownFailing, 'utf8'), 'known-failing.txt')
  return {
    driver,
    gaps: [
      ...driver.impossible.map(({ pattern, missing, source }) => ({
        speaksOf: parsePattern(pattern),
        why: `its input does not hold ${missing}`,
        link: source,
      })),
      ...lines
        .filter(({ sessions }) => sessions === undefined)
        .map(({ pattern, reason, link }) => ({ speaksOf: pattern, why: reason, link })),
    ],
  }
}

function head(count: number, columns: readonly Column[]): string[] {
  return [
    '# Errors',
    '',
    'Written by `npm run -s streamproof -- errors --write` from the table of error situations; a test keeps it true.',
    '',
    `${count} ways in which a provider, what stands between, or the network fails a request. *Class* is what a program can act on,`,
    '*again* whether the same request may succeed later, with the wait that was asked for. The last columns say what each of our',
    'converters tells: the class, or also the details it declares (status, wait, request id, the provider’s own code, type and',
    'parameter). A number leads to what it cannot tell, and why; – is a wire it does not speak.',
    '',
    ...columns.map(
      ({ driver }) =>
        `- ${driver.name}: ${driver.version}, ${driver.wires.join(', ')}${declaresDetails(driver) ? '' : '; of a failure it has a text alone, so it declares no details'}`,
    ),
    '',
  ]
}

function declaresDetails(driver: Driver): boolean {
  return driver.wires.some((wire) => driver.capabilitiesFor(wire).details.length > 0)
}

function line(row: Row, columns: readonly Column[], played: readonly ErrorRecording[], notes: Notes): string {
  const cells = [
    `[${row.title}](${row.source}) \`${row.id}\``,
    comesAs(row),
    row.truth.code,
    again(row),
    ...columns.map((column) => told(column, played, notes)),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function comesAs(row: Row): string {
  if ('status' in row) return `HTTP ${row.status}`
  if ('event' in row) return row.plain ? 'HTTP 200, JSON' : 'in the stream'
  return row.inside ? 'inside the body' : 'no answer'
}

function again({ truth: { retry, retryAfterMs } }: Row): string {
  if (retry === undefined) return '?'
  const wait = retryAfterMs === undefined ? '' : `, after ${retryAfterMs} ms`
  return retry ? `yes${wait}` : 'no'
}

/** What a converter tells of a row on every wire that both know. */
function told({ driver, gaps }: Column, played: readonly ErrorRecording[], notes: Notes): string {
  const own = played.filter(({ recording: { wire } }) => wire !== undefined && driver.wires.includes(wire))
  if (own.length === 0) return '–'
  const [classes, details] = rules.map((rule) => own.map((each) => gapOf(driver, gaps, each, rule)))
  const lost = (classes ?? []).filter((gap) => gap !== undefined)
  const lostDetails = (details ?? []).filter((gap) => gap !== undefined)
  if (lost.length === own.length) return `not told${notes.of(lost)}`
  const classText = lost.length === 0 ? 'class' : `class, not on every wire${notes.of(lost)}`
  return declaresDetails(driver) ? `${classText}, details${notes.of(lostDetails)}` : classText
}

function gapOf(
  driver: Driver,
  gaps: readonly Gap[],
  { recording }: ErrorRecording,
  rule: string,
): Gap | undefined {
  const name = {
    wire: recording.wire ?? '',
    recording: recording.name,
    delivery: 'as-recorded',
    driver: driver.name,
    rule,
  }
  return gaps.find(({ speaksOf }) => speaksOf.rule !== undefined && speaksOf.matches(name))
}

/** Numbered reasons, each once. */
class Notes {
  readonly #numbers = new Map<string, number>()

  of(gaps: readonly Gap[]): string {
    const numbers = gaps.map(({ why, link }) => {
      const text = `${why} ([source](${link}))`
      const number = this.#numbers.get(text) ?? this.#numbers.size + 1
      this.#numbers.set(text, number)
      return number
    })
    const each = [...new Set(numbers)].sort((a, b) => a - b)
    return each.length === 0 ? '' : ` [${each.join(', ')}](#notes)`
  }

  lines(): string[] {
    return [...this.#numbers].map(([text, number]) => `${number}. ${text}`)
  }
}
