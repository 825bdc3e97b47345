/** Registers the suite as vitest tests: one test a case, its findings as the assertion message. The cases are those of `streamproof run`. Not here: running a case (harness/suite). */

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onLateFailure, type LateFailure } from '../driver/background.ts'
import type { Driver } from '../driver/driver.ts'
import { readNamedText, whyUnreadable } from '../recording/regular-file.ts'
import { renderUnexpected } from '../report/result-text.ts'
import { entryOf, noteFeatures } from '../suite/capability-gate.ts'
import { mustDeclarePossible } from '../suite/impossible.ts'
import { sortFailures, strayTexts, withLate } from '../suite/late.ts'
import { lateMs } from '../suite/run-suite.ts'
import { isSelected, planCases, type CaseGroup, type Selection, type Source } from '../suite/plan.ts'
import { checkTurns } from '../suite/reviewed-turns.ts'
import { GroupRun } from '../suite/run-group.ts'
import { smokeRun } from '../suite/smoke.ts'
import { isBrief, loadSources } from '../suite/sources.ts'
import { mustKnowRules, TriggerLines } from '../suite/trigger-lines.ts'
import { caseId, parsePattern } from '../verdict/case-id.ts'
import { gateName, judgeFeatures, type FeatureEntry } from '../verdict/features.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, KnownFailingError, parseKnownFailing, type KnownFailing } from '../verdict/known-failing.ts'
import type { Result } from '../verdict/result.ts'

export type ConformanceOptions = {
  /** Folders of recordings beside those that ship, ours or foreign. */
  recordings?: readonly string[]
  /** Known-failing lines, `pattern | reason | link` each. */
  knownFailing?: string
  /** Files of such lines. */
  knownFailingFiles?: readonly string[]
  /** Only cases that match one of these patterns. */
  cases?: readonly string[]
  /** Every delivery, not a few of each kind. */
  allDeliveries?: boolean
  /** Folder of the witnesses that earlier runs have saved; it need not exist. Default: `witnesses`. */
  witnesses?: string
  /** `required`: an added recording without a golden of this driver is a finding. Default: only those that are there are compared. */
  goldens?: 'required' | 'where-present'
  /** Rewrites goldens. Default: where the environment variable STREAMPROOF_UPDATE is 1; never where CI is set. */
  update?: boolean
}

/** Milliseconds. A case has a few runs, each with a limit of its own: vitest's five seconds would come before. */
const caseLimitMs = 120_000

type Registered = {
  groups: readonly CaseGroup[]
  selection: Selection
  lines: readonly KnownFailing[]
  sessions: TriggerLines
  update: boolean
  /** Every case under every delivery is here, so that a line that speaks of none is wrong. */
  meetsAll: boolean
}

/**
 * Registers a `describe` of the driver's name. Await it at the top level of a test file: the recordings are read first.
 * vitest's `-t` selects among the cases, its `--shard` among test files.
 * @throws SmokeError for a driver that is broken; and where a folder is missing or holds a recording of our own format that
 * cannot be read, or a known-failing line is wrong.
 */
export async function registerConformance(driver: Driver, options: ConformanceOptions = {}): Promise<void> {
  mustDeclarePossible([driver])
  const { cases = [], allDeliveries = false } = options
  const selection = { cases: cases.map(parsePattern), drivers: [] }
  const { sources, foreign } = await readSources(options)
  const lines = await readLines(options)
  mustKnowRules(lines)
  const groups = planCases([driver], sources, selection)
  await smokeRun(groups)
  const meetsAll = cases.length === 0 && !isBrief({ allDeliveries, cases })
  const sessions = new TriggerLines(lines, sources)
  describe(driver.name, () => {
    if (groups.length === 0) test('has cases', () => expect.fail('no recording of its wires was selected'))
    const late = hearLate()
    const seen = registerGroups({ groups, selection, lines, sessions, update: mayUpdate(options), meetsAll })
    registerOwn(sources, options)
    test('nothing fails behind the end of its case', async () => {
      await delay(lateMs)
      const { stored, others } = sortFailures(late)
      const failed = new Set(stored.map((failure) => caseId(failure.case)))
      const amended = withLate(seen, stored, selection)
      expectAsExpected(
        amended.filter((result) => failed.has(caseId(caseOf(result)))),
        lines,
      )
      expect(strayTexts(others, amended)).toEqual([])
    })
    for (const name of foreign) test.skip(name)
  })
}

/** What fails when its case has been judged, so that it is not charged to the case which is running then. */
function hearLate(): LateFailure[] {
  const late: LateFailure[] = []
  let stop = () => {}
  beforeAll(() => {
    stop = onLateFailure((failure) => late.push(failure))
  })
  afterAll(() => stop())
  return late
}

function caseOf({ wire, recording, delivery, driver }: Result) {
  return { wire, recording, delivery, driver }
}

function mayUpdate({ update }: ConformanceOptions): boolean {
  if (process.env['CI']) return false
  return update ?? process.env['STREAMPROOF_UPDATE'] === '1'
}

/** `foreign`: files of other formats that could not be read, which is no failure. */
async function readSources(options: ConformanceOptions): Promise<{ sources: Source[]; foreign: string[] }> {
  const { recordings = [], witnesses = 'witnesses', goldens, cases = [], allDeliveries = false } = options
  const { sources, refused } = await loadSources(
    { recordings, witnesses: [witnesses], shipped: false, goldens: goldens === 'required' },
    { cases, allDeliveries },
  )
  const broken = refused.find((one) => one.broken)
  if (broken) throw new Error(`\`${broken.file}\` ${broken.reason}`)
  return { sources, foreign: refused.map(({ file, reason }) => `${file} was refused: ${reason}`) }
}

async function readLines(options: ConformanceOptions): Promise<KnownFailing[]> {
  const { knownFailing = '', knownFailingFiles = [] } = options
  const texts = await Promise.all(
    knownFailingFiles.map((file) =>
      readNamedText(file).catch((error: unknown) => {
        throw new KnownFailingError(`knownFailingFiles: \`${file}\` ${whyUnreadable(error)}.`, {
          cause: error,
        })
      }),
    ),
  )
  return [
    ...parseKnownFailing(knownFailing, 'knownFailing'),
    ...texts.flatMap((text, at) => parseKnownFailing(text, knownFailingFiles[at] ?? '')),
  ]
}

/** What the cases show, as they run. */
function registerGroups(registered: Registered): readonly Result[] {
  const { groups, lines, sessions, selection, update, meetsAll } = registered
  const entries = new Map<string, FeatureEntry>()
  const seen: Result[] = []
  let left = 0
  for (const group of groups) {
    const entry = entries.get(group.wire) ?? entryOf(group.driver, group.wire)
    entries.set(group.wire, entry)
    const run = new GroupRun(group, { update })
    for (const planned of group.cases) {
      left += 1
      test(caseId(planned.name), { timeout: caseLimitMs }, async () => {
        const outcome = await run.run(planned)
        left -= 1
        noteFeatures(entry, outcome)
        const selected = outcome.results.filter((result) => isSelected(result, selection))
        const results = selected.map((result) => sessions.judgeCase(group.cases, result))
        seen.push(...results)
        expectAsExpected(results, lines)
      })
    }
  }
  // Only a run of everything can tell that a declaration was never shown, or that a line matches nothing.
  const isWhole = () => selection.cases.length === 0 && left === 0
  for (const entry of entries.values()) {
    test(`${entry.wire}: declares what it shows`, () => {
      const results = judge(gateName(entry), 'written', [judgeFeatures(entry, isWhole())])
      seen.push(...results)
      expectAsExpected(results, lines)
    })
  }
  test('every known-failing line speaks of a result', ({ skip }) => {
    if (!meetsAll || !isWhole()) skip('only a part of the cases ran')
    expect([...excuse(seen, lines, true).faults, ...sessions.unmatched()]).toEqual([])
  })
  return seen
}

/** The turns that people reviewed beside their own recordings. */
function registerOwn(sources: readonly Source[], { recordings = [] }: ConformanceOptions): void {
  if (recordings.length === 0) return
  test('every turn.json says what its recording does', async () => {
    expect(await checkTurns(sources.filter(({ label }) => recordings.includes(label)))).toEqual([])
  })
}

function expectAsExpected(results: readonly Result[], lines: readonly KnownFailing[]): void {
  const unexpected = renderUnexpected(excuse(results, lines, false).results)
  if (unexpected !== '') expect.fail(unexpected)
}
