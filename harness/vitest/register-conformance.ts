/** Registers the suite as vitest tests: one test a case, its findings as the assertion message. Not here: running a case (harness/suite). */

import { describe, expect, test } from 'vitest'
import type { Driver } from '../driver/driver.ts'
import type { Recording } from '../recording/format.ts'
import { loadRecordings } from '../recording/sources.ts'
import { renderUnexpected } from '../report/result-text.ts'
import { entryOf, noteFeatures } from '../suite/capability-gate.ts'
import { planCases, type CaseGroup } from '../suite/plan.ts'
import { GroupRun } from '../suite/run-group.ts'
import { caseId, parsePattern } from '../verdict/case-id.ts'
import { gateName, judgeFeatures, type FeatureEntry } from '../verdict/features.ts'
import { judge } from '../verdict/judge.ts'
import { excuse, parseKnownFailing, type KnownFailing } from '../verdict/known-failing.ts'
import type { Result } from '../verdict/result.ts'

export type ConformanceOptions = {
  /** Folders of recordings, ours or foreign. */
  recordings: readonly string[]
  /** Known-failing lines, `pattern | reason | link` each. */
  knownFailing?: string
  /** Only cases that match one of these patterns. */
  cases?: readonly string[]
  /** `required`: a recording without a golden of this driver is a finding. Default: only those that are there are compared. */
  goldens?: 'required' | 'where-present'
  /** Rewrites goldens. Default: where the environment variable STREAMPROOF_UPDATE is 1; never where CI is set. */
  update?: boolean
}

/**
 * Registers a `describe` of the driver's name. Await it at the top level of a test file: the recordings are read first.
 * vitest's `-t` and `--shard` select among the cases.
 * @throws where a folder holds a recording of our own format that cannot be read, or a known-failing line is wrong.
 */
export async function registerConformance(driver: Driver, options: ConformanceOptions): Promise<void> {
  const recordings = await readAll(options.recordings)
  const lines = parseKnownFailing(options.knownFailing ?? '', 'knownFailing')
  const source = { label: 'own', shipped: options.goldens === 'required', recordings }
  const cases = (options.cases ?? []).map(parsePattern)
  const groups = planCases([driver], [source], { cases, drivers: [] })
  describe(driver.name, () => {
    if (groups.length === 0) test('has cases', () => expect.fail('no recording of its wires was selected'))
    registerGroups(groups, lines, { update: mayUpdate(options), unfiltered: cases.length === 0 })
  })
}

function mayUpdate({ update }: ConformanceOptions): boolean {
  if (process.env['CI']) return false
  return update ?? process.env['STREAMPROOF_UPDATE'] === '1'
}

async function readAll(folders: readonly string[]): Promise<Recording[]> {
  const recordings: Recording[] = []
  for (const folder of folders) {
    for await (const loaded of loadRecordings(folder)) {
      if ('recording' in loaded) recordings.push(loaded.recording)
      else if (loaded.refused.broken) throw new Error(`\`${loaded.refused.file}\` ${loaded.refused.reason}`)
    }
  }
  return recordings
}

type GroupsOptions = { update: boolean; unfiltered: boolean }

function registerGroups(
  groups: readonly CaseGroup[],
  lines: readonly KnownFailing[],
  { update, unfiltered }: GroupsOptions,
): void {
  const entries = new Map<string, FeatureEntry>()
  const seen: Result[] = []
  let left = 0
  for (const group of groups) {
    const entry = entries.get(group.wire) ?? entryOf(group.driver, group.wire)
    entries.set(group.wire, entry)
    const run = new GroupRun(group, { update })
    for (const planned of group.cases) {
      left += 1
      test(caseId(planned.name), async () => {
        const outcome = await run.run(planned)
        left -= 1
        noteFeatures(entry, outcome)
        seen.push(...outcome.results)
        expectAsExpected(outcome.results, lines)
      })
    }
  }
  // Only a run of everything can tell that a declaration was never shown, or that a line matches nothing.
  const isWhole = () => unfiltered && left === 0
  for (const entry of entries.values()) {
    test(`${entry.wire}: declares what it shows`, () => {
      const results = judge(gateName(entry), 'written', [judgeFeatures(entry, isWhole())])
      seen.push(...results)
      expectAsExpected(results, lines)
    })
  }
  test('every known-failing line speaks of a result', ({ skip }) => {
    if (!isWhole()) skip('only a part of the cases ran')
    expect(excuse(seen, lines, true).faults).toEqual([])
  })
}

function expectAsExpected(results: readonly Result[], lines: readonly KnownFailing[]): void {
  const unexpected = renderUnexpected(excuse(results, lines, false).results)
  if (unexpected !== '') expect.fail(unexpected)
}
