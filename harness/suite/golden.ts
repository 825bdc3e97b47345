/** Goldens: a driver's reviewed trace of one recording, beside it on disk. Comparing and rewriting them. */

import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { canonicalParts } from '../checks/canonical.ts'
import type { RuleAnswer } from '../checks/check.ts'
import type { Recording } from '../recording/format.ts'
import type { Trace } from '../trace/trace.ts'
import type { Turn } from '../turn/turn.ts'
import type { CaseRun } from './run-case.ts'

const rule = { id: 'golden', severity: 'must' } as const

/** The text of a golden: one canonical part a line, ids that the wire did not send replaced. */
export function goldenText(trace: Trace, turn: Turn): string {
  const ids = turn.blocks.flatMap((block) => (block.type === 'tool-call' ? [block.id] : []))
  return canonicalParts(trace.parts, (id) => ids.some((wireId) => wireId !== '' && id.startsWith(wireId)))
    .map((part) => `${JSON.stringify(part)}\n`)
    .join('')
}

/**
 * Compares the trace of the `as-recorded` delivery with its golden. A missing golden is a finding where the recording
 * and the driver ship together; elsewhere people choose which recordings keep one.
 */
export async function checkGolden(run: CaseRun): Promise<RuleAnswer> {
  const { recording, driver, shipped } = run.case
  const folder = !shipped && isInstalled(recording) ? undefined : await goldensOf(recording)
  const file = `${driver.name}.ndjson`
  if (folder === undefined && (await isOneFile(recording))) {
    return {
      rule,
      answer: { notApplicable: 'a golden lies in the folder of its recording, and this one has none' },
    }
  }
  if (folder === undefined || !(await namesIn(folder))?.includes(file)) {
    const message = `golden/${file} is missing. Write it with --update and review it.`
    const answer = shipped ? { findings: [{ message }] } : { notApplicable: 'no golden of this driver' }
    return { rule, answer }
  }
  const expected = await readFile(join(folder, file), 'utf8')
  return { rule, answer: { findings: differences(expected, goldenTextOf(run), file) } }
}

async function goldensOf(recording: Recording): Promise<string | undefined> {
  const { path } = recording
  return path === undefined || (await isOneFile(recording)) ? undefined : join(path, 'golden')
}

/** As those of other tools, and of an archive of ours. */
async function isOneFile({ path }: Recording): Promise<boolean> {
  const stats = path === undefined ? undefined : await stat(path).catch(() => undefined)
  return stats?.isFile() ?? false
}

/** What lies in an installed package is nobody's to review: a driver there that bears the same name is another one. */
function isInstalled({ path = '' }: Recording): boolean {
  return path.split(sep).includes('node_modules')
}

function goldenTextOf({ trace, truth }: CaseRun): string {
  return goldenText(trace, truth.reading.turn)
}

function differences(expected: string, got: string, file: string) {
  if (expected === got) return []
  const [before, after] = [expected.split('\n'), got.split('\n')]
  const line = before.findIndex((text, at) => text !== after[at])
  const at = line === -1 ? before.length : line
  return [
    {
      message: `the trace differs from golden/${file} at line ${at + 1}. Fix the converter, or rewrite with --update and review the change.`,
      place: { part: at },
      expected: before[at] ?? '(end)',
      got: after[at] ?? '(end)',
    },
  ]
}

/** Writes the golden of the case's driver; gives the file, where it changed. */
export async function writeGolden(run: CaseRun): Promise<string | undefined> {
  const { recording, driver } = run.case
  const folder = await goldensOf(recording)
  if (folder === undefined || isInstalled(recording)) return undefined
  const file = join(folder, `${driver.name}.ndjson`)
  const text = goldenTextOf(run)
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return undefined
  await mkdir(folder, { recursive: true })
  await writeFile(file, text)
  return file
}

/** Golden files of drivers that no longer exist, or do not speak the recording's wire. */
export async function obsoleteGoldens(recording: Recording, drivers: readonly string[]): Promise<string[]> {
  if (recording.path === undefined) return []
  const names = (await namesIn(join(recording.path, 'golden'))) ?? []
  return names.filter((name) => !drivers.includes(name.replace(/\.ndjson$/, '')))
}

async function namesIn(folder: string): Promise<string[] | undefined> {
  return readdir(folder).then(
    (names) => names.sort(),
    () => undefined,
  )
}
