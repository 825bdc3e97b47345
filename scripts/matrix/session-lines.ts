/** The known-failing lines of generated sessions: which fault a witness shows, and what else its recording shows. Not here: lines of stored cases (exact-lines.ts). */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import type { KnownFailing, ResultDocument } from '../../harness/index.ts'
import { patternsOf } from './exact-lines.ts'
import type { MatrixPackage } from './packages.ts'
import { runPackage, type RunOptions } from './run-package.ts'
import { isOfWitness } from './stored.ts'

type Draw = Pick<RunOptions, 'runs' | 'seed'>
type Result = ResultDocument['results'][number]

/** `unjudged`: what no fault is said of. */
export type SessionLines = { lines: string[]; unjudged: string[] }

/** So often are sessions drawn again, to find what the lines so far do not excuse. */
const rounds = 12

/** Runs sessions until every failure has a line, then the witnesses themselves, which show other rules broken too. */
export async function sessionLines(
  matrixPackage: MatrixPackage,
  faults: readonly KnownFailing[],
  draw: Draw,
): Promise<SessionLines> {
  const folder = await mkdtemp(join(tmpdir(), 'streamproof-lines-'))
  // Witnesses are named from the folder of the lines' file.
  const known = fileURLToPath(new URL('known-failing.new.txt', matrixPackage.url))
  const run = new SessionRun(matrixPackage, draw, known, join(folder, 'found.txt'))
  const all: SessionLines = { lines: [], unjudged: [] }
  const termsOf = new Map<string, readonly string[]>()
  try {
    for (let round = 0; round < rounds; round++) {
      const found = await run.draw(all.lines)
      for (const { name, terms } of found) termsOf.set(name, terms)
      const judged = found.map((line) => judgedLine(line, faults, all.lines))
      all.unjudged.push(...found.flatMap(({ text }, at) => (judged[at] === undefined ? [text] : [])))
      const added = judged.filter((line) => line !== undefined).filter((line) => !all.lines.includes(line))
      all.lines.push(...added)
      if (added.length === 0) break
    }
    const beside = besideLines(await run.witnesses(all.lines), faults, termsOf)
    return {
      lines: [...all.lines, ...beside.lines],
      unjudged: [...new Set([...all.unjudged, ...beside.unjudged])],
    }
  } finally {
    await rm(folder, { recursive: true })
    await rm(known, { force: true })
  }
}

/** A line that `--write-known-failing` made of a witness: `pattern | TODO | TODO | trigger: … | witness: …`. */
type Found = { text: string; pattern: string; terms: readonly string[]; name: string; witness: string }

class SessionRun {
  readonly #package: MatrixPackage
  readonly #draw: Draw
  readonly #known: string
  readonly #found: string

  constructor(matrixPackage: MatrixPackage, draw: Draw, known: string, found: string) {
    this.#package = matrixPackage
    this.#draw = draw
    this.#known = known
    this.#found = found
  }

  async draw(lines: readonly string[]): Promise<Found[]> {
    await writeFile(this.#found, '')
    await this.#run(lines, { cases: [`*/generated-${this.#draw.seed}-*/*`], writeKnownFailing: this.#found })
    const written = (await readFile(this.#found, 'utf8')).split('\n')
    return written.filter((line) => line.includes('| trigger:')).map(readFound)
  }

  /** What fails when the witnesses are played as recordings. */
  async witnesses(lines: readonly string[]): Promise<Result[]> {
    if (lines.length === 0) return []
    const document = await this.#run(lines, { runs: 0, cases: ['*/*-????????/*'] })
    const drivers = document.drivers.map(({ name }) => name)
    return document.results.filter((result) => result.status === 'fail' && isOfWitness(result, drivers))
  }

  async #run(lines: readonly string[], options: Partial<RunOptions>): Promise<ResultDocument> {
    await writeFile(this.#known, lines.join(''))
    const given = { ...this.#draw, knownFailing: this.#known, ...options }
    const { document, exitCode } = await runPackage(this.#package, given)
    if (!document) throw new Error(`${this.#package.folder}: its sessions did not run (exit ${exitCode}).`)
    return document
  }
}

function readFound(text: string): Found {
  const [pattern = '', , , trigger = '', place = ''] = text.split(' | ')
  const witness = place.replace(/^.*\/witnesses\//, '')
  const terms = trigger.replace(/^trigger: /, '').split(' & ')
  return { text, pattern, terms, witness, name: witness.replace(/^.*\//, '') }
}

/** A fault with a trigger is of sessions alone, and comes first. Its trigger is written, so that it excuses all its kind. */
function judgedLine(
  { pattern, terms, witness }: Found,
  faults: readonly KnownFailing[],
  before: readonly string[],
): string | undefined {
  const [, wire = '', driver = '', rule = ''] = /^([^/]+)\/.*@([^:]+):(.+)$/.exec(pattern) ?? []
  const fault = faultOf({ wire, delivery: deliveryIn(terms), driver, rule }, terms, faults)
  if (!fault) return undefined
  const start = (trigger: string) => `${pattern} | ${fault.reason} | ${fault.link} | trigger: ${trigger} | `
  const broad = start(fault.sessions?.trigger ?? terms.join(' & '))
  // What a broad trigger did not excuse before it does not excuse now.
  const isUsed = before.some((line) => line.startsWith(broad))
  return `${isUsed ? start(terms.join(' & ')) : broad}witness: witnesses/${witness}\n`
}

/** What a witness shows beside the rule it was kept for. */
function besideLines(
  results: readonly Result[],
  faults: readonly KnownFailing[],
  termsOf: ReadonlyMap<string, readonly string[]>,
): SessionLines {
  const byFault = Map.groupBy(results, (result) => {
    const terms = (termsOf.get(result.recording) ?? []).filter((term) => !term.startsWith('delivery='))
    const own = result.delivery === 'as-recorded' ? [] : [`delivery=${result.delivery}`]
    return faultOf(result, [...terms, ...own], faults)
  })
  const lines = [...byFault].flatMap(([fault, shown]) =>
    fault ? patternsOf(shown).map((pattern) => `${pattern} | ${fault.reason} | ${fault.link}\n`) : [],
  )
  return { lines, unjudged: (byFault.get(undefined) ?? []).map(({ id }) => id) }
}

function deliveryIn(terms: readonly string[]): string {
  const term = terms.find((each) => each.startsWith('delivery=')) ?? 'delivery=as-recorded'
  return term.slice('delivery='.length).replaceAll('*', '1')
}

type Session = Pick<Result, 'wire' | 'delivery' | 'driver' | 'rule'>

function faultOf(
  { wire, delivery, driver, rule }: Session,
  terms: readonly string[],
  faults: readonly KnownFailing[],
): KnownFailing | undefined {
  const name = { wire, recording: 'generated', delivery, driver, rule }
  const ofSessions = faults.filter(({ sessions }) => sessions !== undefined)
  const others = faults.filter(({ sessions }) => sessions === undefined)
  return [...ofSessions, ...others].find((fault) => fault.pattern.matches(name) && fitsTrigger(fault, terms))
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
