/** Rewrites the known-failing lines of a package after a look at what fails now: `npm run matrix -- --update`. Not here: what is said of the faults (faults.txt), which a person writes. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import type { KnownFailing } from '../../harness/index.ts'
import { exactLines } from './exact-lines.ts'
import { faultsOf } from './faults.ts'
import type { MatrixPackage } from './packages.ts'
import { runPackage, type RunOptions } from './run-package.ts'

const header = (folder: string) =>
  `# What shows the faults of converters/${folder}, exactly. Written from faults.txt by: npm run matrix -- --update ${folder}\n\n`

/** So often are sessions drawn again, to find what the lines so far do not excuse. */
const rounds = 12

/** @returns what no fault is said of: case ids. The lines of the rest are written to known-failing.txt. */
export async function updateLines(
  matrixPackage: MatrixPackage,
  draw: Pick<RunOptions, 'runs' | 'seed'>,
): Promise<string[]> {
  const faults = await faultsOf(matrixPackage)
  const { document, exitCode } = await runPackage(matrixPackage, { ...draw, runs: 0 })
  if (!document) throw new Error(`${matrixPackage.folder}: its drivers did not run (exit ${exitCode}).`)
  const { text, unjudged } = exactLines(document.results, faults)
  const file = fileURLToPath(new URL('known-failing.txt', matrixPackage.url))
  await rm(new URL('witnesses/', matrixPackage.url), { recursive: true, force: true })
  const sessions = await sessionLines(matrixPackage, faults, draw)
  const all = [
    text,
    ...(sessions.lines.length > 0 ? ['# Generated sessions.\n' + sessions.lines.join('')] : []),
  ]
  const lines = all.filter((part) => part !== '').join('\n')
  await (lines === '' ? rm(file, { force: true }) : writeFile(file, header(matrixPackage.folder) + lines))
  const ids = unjudged.map(
    ({ wire, recording, delivery, driver, rule }) => `${wire}/${recording}/${delivery}@${driver}:${rule}`,
  )
  return [...ids, ...sessions.unjudged]
}

type Sessions = { lines: string[]; unjudged: string[] }

/** Each round makes a witness of the first failure of a rule that no line excuses, until none is left. */
async function sessionLines(
  matrixPackage: MatrixPackage,
  faults: readonly KnownFailing[],
  { runs, seed }: Pick<RunOptions, 'runs' | 'seed'>,
): Promise<Sessions> {
  const folder = await mkdtemp(join(tmpdir(), 'streamproof-lines-'))
  // Witnesses are named from the folder of the lines' file.
  const known = fileURLToPath(new URL('known-failing.new.txt', matrixPackage.url))
  const found = join(folder, 'found.txt')
  const sessions: Sessions = { lines: [], unjudged: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      await writeFile(known, sessions.lines.join(''))
      await writeFile(found, '')
      const cases = [`*/generated-${seed}-*/*`]
      const options = { runs, seed, cases, knownFailing: known, writeKnownFailing: found }
      const { document, exitCode } = await runPackage(matrixPackage, options)
      if (!document) throw new Error(`${matrixPackage.folder}: its sessions did not run (exit ${exitCode}).`)
      const fresh = (await readFile(found, 'utf8')).split('\n').filter((line) => line.includes('| trigger:'))
      const judged = fresh.map((line) => judgedLine(line, faults, sessions.lines))
      const added = judged.flatMap((line) => (line.text === undefined ? [] : [line.text]))
      sessions.unjudged.push(...judged.flatMap(({ text, pattern }) => (text === undefined ? [pattern] : [])))
      sessions.lines.push(...added.filter((line) => !sessions.lines.includes(line)))
      if (added.length === 0) break
    }
  } finally {
    await rm(folder, { recursive: true })
    await rm(known, { force: true })
  }
  return { ...sessions, unjudged: [...new Set(sessions.unjudged)] }
}

/** `pattern | TODO | TODO | trigger: … | witness: …` with the words of the first fault that its witness may show, those of sessions before. */
function judgedLine(
  line: string,
  faults: readonly KnownFailing[],
  before: readonly string[],
): { pattern: string; text?: string } {
  const [pattern = '', , , trigger = '', witness = ''] = line.split(' | ')
  const terms = trigger.replace(/^trigger: /, '').split(' & ')
  const session = sessionOf(pattern, terms)
  const fault = [...faults]
    .sort((a, b) => Number(a.sessions === undefined) - Number(b.sessions === undefined))
    .find((each) => each.pattern.matches(session) && fitsTrigger(each, terms))
  if (!fault) return { pattern: `${pattern} (${trigger}, ${witness})` }
  const place = `witness: witnesses/${witness.replace(/^.*\/witnesses\//, '')}`
  const start = (excuse: string) => `${pattern} | ${fault.reason} | ${fault.link} | trigger: ${excuse} | `
  const broad = start(fault.sessions?.trigger ?? terms.join(' & '))
  // What a broad trigger did not excuse before it does not excuse now.
  const isUsed = before.some((line) => line.startsWith(broad))
  return { pattern, text: `${isUsed ? start(terms.join(' & ')) : broad}${place}\n` }
}

/** A name that a fault about all recordings of a kind of delivery matches. */
function sessionOf(pattern: string, terms: readonly string[]) {
  const [, wire = '', driver = '', rule = ''] = /^([^/]+)\/.*@([^:]+):(.+)$/.exec(pattern) ?? []
  const delivery =
    terms.find((term) => term.startsWith('delivery='))?.slice('delivery='.length) ?? 'as-recorded'
  return { wire, recording: 'generated', delivery: delivery.replaceAll('*', '1'), driver, rule }
}

/** A fault of sessions names what brings it about: the witness has to have all of that. */
function fitsTrigger({ sessions }: KnownFailing, terms: readonly string[]): boolean {
  if (!sessions) return true
  return sessions.trigger.split(' & ').every((wanted) => {
    const [, name] = /^([a-z-]+)!=/.exec(wanted) ?? []
    const isWanted = name === undefined ? picomatch(wanted) : (term: string) => term.startsWith(`${name}=`)
    return terms.some((term) => isWanted(term))
  })
}
