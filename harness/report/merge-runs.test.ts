import { describe, expect, test } from 'vitest'
import type { LineUse } from '../verdict/known-failing.ts'
import type { ResultDocument } from './json.ts'
import { mergeRuns } from './merge-runs.ts'

const result = {
  id: 'gemini/text/per-byte@theirs:text-complete',
  wire: 'gemini',
  recording: 'text',
  delivery: 'per-byte',
  driver: 'theirs',
  rule: 'text-complete',
  severity: 'must',
  status: 'pass',
  findings: [],
  shownBy: 'written',
} as const

const line: LineUse = {
  place: 'lines.txt:1',
  pattern: 'gemini/text/per-byte@theirs:text-complete',
  reason: 'why',
  link: 'https://example.com',
  matched: false,
}

function shard(fields: Partial<ResultDocument>): ResultDocument {
  return {
    schema: 'streamproof/result@1',
    tool: { name: 'streamproof', version: '0.0.0' },
    run: { startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, argv: [], platform: 'node' },
    drivers: [],
    sources: { recordings: 1, witnesses: 0, situations: 0, errors: 0, requests: 0 },
    refused: [],
    lineFaults: [],
    turnFaults: [],
    missing: [],
    strays: [],
    covers: { cases: true, deliveries: true },
    features: [],
    lines: [],
    cases: 1,
    summary: {
      planned: 1,
      executed: 1,
      pass: 1,
      fail: 0,
      error: 0,
      knownFail: 0,
      stale: 0,
      notApplicable: 0,
      exitCode: 0,
    },
    results: [],
    complete: true,
    ...fields,
  }
}

const faultsOf = (...shards: Partial<ResultDocument>[]) =>
  mergeRuns(shards.map(shard)).lineFaults.map(({ place }) => place)

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
    const results = [result]
    expect(faultsOf({ lines: [line], results })).toEqual([])
    expect(faultsOf({ lines: [{ ...line, witness: 'gemini/w/cut@theirs:x' }], results })).toEqual([
      'lines.txt:1',
    ])
  })
})
