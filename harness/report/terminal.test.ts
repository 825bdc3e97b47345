import { expect, test } from 'vitest'
import { summarise, type Result } from '../verdict/result.ts'
import { renderRun } from './terminal.ts'

const impossible = {
  pattern: 'openai-chat/error-a/**:error-class',
  missing: 'the type of the error',
  source: 'https://x.test',
}

function result(delivery: string, more: Partial<Result>): Result {
  return {
    id: `openai-chat/error-a/${delivery}@acme:error-class`,
    wire: 'openai-chat',
    recording: 'error-a',
    delivery,
    driver: 'acme',
    rule: 'error-class',
    severity: 'must',
    status: 'pass',
    findings: [],
    shownBy: 'written',
    ...more,
  }
}

function render(results: readonly Result[]): string {
  return renderRun({
    results,
    summary: summarise(results),
    cases: results.length,
    sources: { recordings: 1, witnesses: 0, situations: 2, errors: 0, requests: 0 },
    refused: [],
    lineFaults: [],
    turnFaults: [],
    missing: [],
    strays: [],
    updated: [],
    drivers: [],
    run: { startedAt: '', durationMs: 0, argv: [], platform: '', toolVersion: '' },
    exitCode: 0,
    interrupted: false,
    covers: { cases: true, deliveries: true },
    features: [],
    lines: [],
    again: () => 'again',
  })
}

test('declared impossibilities are counted, each with the information that is missing', () => {
  const declared = { status: 'not-applicable', impossible } as const
  const text = render([
    result('as-recorded', declared),
    result('per-byte', declared),
    result('one-chunk', {}),
  ])
  expect(text).toContain('1 declared impossibility, 2 results')
  expect(text).toContain('@acme openai-chat/error-a/**:error-class (2): the type of the error')
})

test('what a run has to play is counted by kind', () => {
  expect(render([])).toMatch(/^1 recording, 2 situations\n/)
})

test('a run without any says nothing of them', () => {
  expect(render([result('as-recorded', {})])).not.toContain('impossib')
})
