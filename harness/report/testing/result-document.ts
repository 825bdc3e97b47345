/** A result document of one case that passed, for tests to change. */

import type { Result } from '../../verdict/result.ts'
import type { ResultDocument } from '../json.ts'

export const passed: Result = {
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
}

/** A complete document without results, with these fields in place of its own. */
export function documentWith(fields: Partial<ResultDocument>): ResultDocument {
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
