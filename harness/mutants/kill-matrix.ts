/** What the runs of the mutants prove, and how it is shown. Not here: running them (run-mutants.ts). */

import type { Control, Mutant } from './mutant.ts'
import { allRules, type MutantRun, type Verdict } from './run-mutants.ts'

export type Row = { mutant: Mutant; verdict: Verdict; isKilled: boolean }

export type KillMatrix = {
  rows: Row[]
  originals: Verdict[]
  controls: Verdict[]
  /** Whatever makes the proof incomplete; empty when every mutant dies by its rule and everything else lives. */
  faults: string[]
}

export function killMatrix(
  mutants: readonly Mutant[],
  controls: readonly Control[],
  run: MutantRun,
): KillMatrix {
  const rows = mutants.map((mutant, at) => {
    const verdict = run.mutants[at] ?? {
      id: mutant.id,
      cases: 0,
      found: new Map<string, string>(),
      faults: [],
    }
    return { mutant, verdict, isKilled: verdict.found.has(mutant.breaks) }
  })
  const { originals, controls: alive } = run
  return { rows, originals, controls: alive, faults: faultsOf(mutants, controls, rows, run) }
}

function faultsOf(
  mutants: readonly Mutant[],
  controls: readonly Control[],
  rows: readonly Row[],
  run: MutantRun,
): string[] {
  const verdicts = [...run.originals, ...run.controls, ...run.mutants]
  return [
    ...doubles([...mutants, ...controls].map(({ id }) => id)),
    ...mutants
      .filter(({ breaks }) => !allRules.includes(breaks))
      .map(({ id, breaks }) => `mutant \`${id}\` names \`${breaks}\`, which is no rule`),
    ...verdicts.flatMap(({ id, faults }) => faults.map((fault) => `\`${id}\`: ${fault}`)),
    ...verdicts.filter(({ cases }) => cases === 0).map(({ id }) => `\`${id}\` met no case`),
    ...run.originals.flatMap((verdict) => hurt('original', verdict)),
    ...run.controls.flatMap((verdict) => hurt('control', verdict)),
    ...rows.filter(({ isKilled }) => !isKilled).map(survivor),
    ...bluntRules(rows).map((rule) => `no mutant that names the rule \`${rule}\` is killed by it`),
  ]
}

function doubles(ids: readonly string[]): string[] {
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two mutants are called \`${id}\``)
}

function hurt(what: string, { id, found }: Verdict): string[] {
  return [...found].map(([rule, where]) => `${what} \`${id}\` is accused by \`${rule}\` at ${where}`)
}

function survivor({ mutant, verdict }: Row): string {
  const others = [...verdict.found.keys()].join(', ')
  return `mutant \`${mutant.id}\` is not killed by \`${mutant.breaks}\` (${others === '' ? 'it survives' : `only by ${others}`})`
}

/** A rule that only kills on the way is not proven: a mutant must be made for it. */
export function bluntRules(rows: readonly Row[]): string[] {
  const sharp = new Set(rows.filter(({ isKilled }) => isKilled).map(({ mutant }) => mutant.breaks))
  return allRules.filter((rule) => !sharp.has(rule))
}

/** One line each: the matrix with a column a rule, and what is at fault. */
export function renderMatrix({ rows, originals, controls, faults }: KillMatrix): string {
  const width = Math.max(...rows.map(({ mutant }) => mutant.id.length))
  const legend = allRules.map((rule, at) => `${String(at + 1).padStart(4)} ${rule}`)
  const cells = ({ mutant, verdict }: Row) =>
    allRules.map((rule) => (!verdict.found.has(rule) ? ' ·' : rule === mutant.breaks ? ' ●' : ' ○')).join('')
  const head = [0, 1].map((digit) =>
    allRules.map((_, at) => ` ${String(at + 1).padStart(2)[digit] ?? ' '}`).join(''),
  )
  const killed = rows.filter(({ isKilled }) => isKilled).length
  return [
    'Rules:',
    ...legend,
    '',
    '● killed by the rule that names its fault, ○ by another one too',
    ...head.map((line) => `${' '.repeat(width)} ${line}`),
    ...rows.map((row) => `${row.mutant.id.padEnd(width)} ${cells(row)}`),
    '',
    `${killed} of ${rows.length} mutants killed by the rule that names them`,
    `${allRules.length - bluntRules(rows).length} of ${allRules.length} rules proven sharp`,
    `${originals.filter(isUnhurt).length} of ${originals.length} originals and ${controls.filter(isUnhurt).length} of ${controls.length} controls pass everything (${[...originals, ...controls].reduce((sum, { cases }) => sum + cases, 0)} cases)`,
    ...faults.map((fault) => `FAULT ${fault}`),
  ].join('\n')
}

function isUnhurt({ found }: Verdict): boolean {
  return found.size === 0
}

/** The page docs/kill-matrix.md. */
export function matrixPage({ rows, controls }: KillMatrix, controlList: readonly Control[]): string {
  const lines = allRules.flatMap((rule) => rows.filter(({ mutant }) => mutant.breaks === rule).map(pageRow))
  return `# Kill matrix

Written by \`npm run -s streamproof -- mutants --write\`; a test keeps it true.

A mutant is a converter that is right and then broken on purpose in one way. Each must be found by the rule that names its fault;
other rules may find it too. The originals pass every rule over the same cases, and so do ${controls.length} controls, which change nothing that a
rule may see: ${controlList.map(({ id }) => `\`${id}\``).join(', ')}.

${rows.length} mutants, ${allRules.length} rules.

| rule | mutant | what is broken | made from | over | found by these rules too |
| ---- | ------ | -------------- | --------- | ---- | ------------------------ |
${lines.join('\n')}
`
}

function pageRow({ mutant, verdict }: Row): string {
  const { breaks, id, title, source, origin = 'plain', level, shownBy } = mutant
  const others = allRules.filter((rule) => rule !== breaks && verdict.found.has(rule))
  const link = source?.startsWith('https://') && !source.includes(' ') ? ` ([report](${source}))` : ''
  const cells = [
    breaks,
    `\`${id}\``,
    `${title}${link}${link === '' && source ? ` (${source})` : ''}`,
    `${origin}, ${level}`,
    Object.keys(shownBy).join(', '),
    others.join(', ') || '–',
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
