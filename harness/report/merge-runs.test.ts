import { describe, expect, test } from 'vitest'
import type { LineUse } from '../verdict/known-failing.ts'
import type { ResultDocument } from './json.ts'
import { mergeRuns } from './merge-runs.ts'
import { documentWith, passed } from './testing/result-document.ts'

const line: LineUse = {
  place: 'lines.txt:1',
  pattern: 'gemini/text/per-byte@theirs:text-complete',
  reason: 'why',
  link: 'https://example.com',
  matched: false,
}

const faultsOf = (...shards: Partial<ResultDocument>[]) =>
  mergeRuns(shards.map(documentWith)).lineFaults.map(({ place }) => place)

describe('mergeRuns', () => {
  test('names a line that no shard of the whole run has matched', () => {
    expect(faultsOf({ lines: [line] }, { lines: [line] })).toEqual(['lines.txt:1'])
    expect(faultsOf({ lines: [line] }, { lines: [{ ...line, matched: true }] })).toEqual([])
  })

  test('lets a line be of which another delivery, or another case, may be the one', () => {
    expect(faultsOf({ lines: [line], covers: { cases: true, deliveries: false } })).toEqual([])
    expect(faultsOf({ lines: [line], covers: { cases: false, deliveries: true } })).toEqual([])
  })

  test('wants a line about sessions shown by its witness, not by any result it speaks of', () => {
    const results = [passed]
    expect(faultsOf({ lines: [line], results })).toEqual([])
    expect(faultsOf({ lines: [{ ...line, witness: 'gemini/w/cut@theirs:x' }], results })).toEqual([
      'lines.txt:1',
    ])
  })
})
