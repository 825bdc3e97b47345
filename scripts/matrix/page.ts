/** Writes docs/matrix.md. Not here: what is in the cells (cells.ts), the side-by-side of two converters (side-by-side.ts). */

import type { Capabilities } from '../../harness/index.ts'
import type { Cell, Cells, Shown } from './cells.ts'
import { choicesOf } from './choices.ts'

export type MatrixDriver = {
  name: string
  /** Package and version as installed. */
  version: string
  wires: readonly string[]
  /** From the root of the project. */
  file: string
  capabilitiesFor: (wire: string) => Capabilities
}

export type Matrix = {
  drivers: readonly MatrixDriver[]
  cells: Cells
  /** Rules in the order in which `streamproof rules` lists them. */
  rules: readonly string[]
  /** Sections behind the converters. */
  more: readonly string[]
  /** How it was made. */
  draw: { runs: number; seed: number }
}

export function matrixPage({ drivers, cells, rules, more, draw }: Matrix): string {
  const wires = [...new Set(drivers.flatMap(({ wires }) => wires))]
  return [
    ...opening(draw),
    ...wires.flatMap((wire) => wireTable(wire, { drivers, cells, rules })),
    '## The converters',
    '',
    ...drivers.flatMap((driver) => driverSection(driver, cells, rules, draw)),
    ...more,
  ]
    .join('\n')
    .replace(/\n*$/, '\n')
}

function opening({ runs, seed }: Matrix['draw']): string[] {
  return [
    '# Published converters against the rules',
    '',
    `Written by \`npm run matrix\`, offline, from the recordings and situations of this repository and ${runs} drawn sessions a wire (seed ${seed}). Do not edit.`,
    '',
    '`✓` passed · `✗ n` failed n times, judged below · **`✗ n`** failed without a judgement · `–` the rule does not apply. Versions are read from the installed packages. `streamproof rules` tells what each rule asks for.',
    '',
  ]
}

function wireTable(
  wire: string,
  { drivers, cells, rules }: Pick<Matrix, 'drivers' | 'cells' | 'rules'>,
): string[] {
  const speaking = drivers.filter(({ wires }) => wires.includes(wire))
  const shown = rules.filter((rule) => speaking.some(({ name }) => cells.get(name)?.get(wire)?.has(rule)))
  return [
    `## ${wire}`,
    '',
    `| rule | ${speaking.map(headOf).join(' | ')} |`,
    `|---|${speaking.map(() => '---').join('|')}|`,
    ...shown.map(
      (rule) =>
        `| ${rule} | ${speaking.map(({ name }) => cellText(cells.get(name)?.get(wire)?.get(rule))).join(' | ')} |`,
    ),
    '',
  ]
}

/** `converter@version` */
function headOf({ name, version }: MatrixDriver): string {
  return `[${name}](#${name}) @${version.split(' ').at(-1)}`
}

function cellText(cell: Cell | undefined): string {
  if (!cell) return '–'
  if (cell.red.length === 0) return '✓'
  const count = cell.red.reduce((sum, red) => sum + red.count, 0)
  return cell.red.every(({ judgement }) => judgement) ? `✗ ${count}` : `**✗ ${count}**`
}

function driverSection(
  driver: MatrixDriver,
  cells: Cells,
  rules: readonly string[],
  draw: Matrix['draw'],
): string[] {
  const { name, version, wires } = driver
  const choices = choicesOf(driver)
  return [
    `### ${name}`,
    '',
    `${version}, over ${wires.join(', ')}.`,
    '',
    ...(choices.length > 0
      ? ['Declared as design choices:', '', ...choices.map((choice) => `- ${choice}`), '']
      : []),
    ...faultsOf(driver, cells, rules, draw),
  ]
}

type Fault = { link: string; places: string[] }

/** One entry for each fault, with every cell it turns red and a command that shows it there. */
function faultsOf(
  driver: MatrixDriver,
  cells: Cells,
  rules: readonly string[],
  draw: Matrix['draw'],
): string[] {
  const faults = new Map<string, Fault>()
  for (const wire of driver.wires) {
    for (const rule of rules) {
      for (const { judgement, count, shows } of cells.get(driver.name)?.get(wire)?.get(rule)?.red ?? []) {
        const { reason, link } = judgement ?? { reason: 'Not judged', link: '' }
        const fault = faults.get(reason) ?? { link, places: [] }
        faults.set(reason, fault)
        fault.places.push(
          `- ${wire} ${rule} (${count}): ${shows.message}`,
          `  \`${commandOf(driver, shows, draw)}\``,
        )
      }
    }
  }
  if (faults.size === 0) return ['No fault found.', '']
  return [...faults].flatMap(([reason, { link, places }]) => [
    `**${capitalised(reason)}.** ${linkText(link)}`,
    '',
    ...places,
    '',
  ])
}

function commandOf({ file }: MatrixDriver, { id, from }: Shown, { runs, seed }: Matrix['draw']): string {
  const witnesses = from === 'witness' ? ` --witnesses ${file.replace(/[^/]+$/, 'witnesses')}` : ''
  const drawn = from === 'draw' ? ` --runs ${runs} --seed ${seed}` : ''
  return `npm run -s conformance -- ${file}${witnesses}${drawn} --case '${id}'`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function linkText(link: string): string {
  return /^https?:/.test(link) ? `<${link}>` : link === '' ? '' : `${capitalised(link)}.`
}
