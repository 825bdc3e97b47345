import { describe, expect, test } from 'vitest'
import { abortHonoured } from './abort-honoured.ts'
import { subjectOf, type SubjectOptions } from './testing/subject.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const text = told.text(0, 'ab')
const stalled: SubjectOptions = {
  blocks: [said.text('ab')],
  finish: null,
  end: 'stall',
  parts: [...text, told.finish('aborted')],
  trace: { end: { how: 'aborted' }, silence: { parts: text.length, settledMs: 3, upstreamClosed: true } },
}
const run = (options: SubjectOptions) => abortHonoured.check(subjectOf({ ...stalled, ...options }))
const failure = (code: 'ABORTED' | 'TRANSPORT') => told.finish('error', { failure: { code, message: '' } })

describe('abort-honoured', () => {
  test('accepts an abort that is told as one, by its reason or by its code', () => {
    expect(run({})).toEqual({ findings: [] })
    expect(run({ parts: [...text, failure('ABORTED')] })).toEqual({ findings: [] })
  })

  test('rejects an abort that is told as a success or as a failure of the provider', () => {
    for (const finish of [told.finish('stop'), failure('TRANSPORT')])
      expect(run({ parts: [...text, finish] })).toMatchObject({ findings: [{ expected: 'aborted' }] })
  })

  test('does not take a finish that came before the abort for its end', () => {
    const early = { parts: text.length + 1, settledMs: 3, upstreamClosed: true }
    const trace = { end: { how: 'aborted' as const }, silence: early }
    expect(run({ parts: [...text, told.finish('stop')], trace })).toEqual({ findings: [] })
  })

  test('rejects a converter that does not settle, or leaves the upstream open', () => {
    const open = { parts: text.length, upstreamClosed: false }
    const trace = { end: { how: 'hung' as const, afterMs: 1_000 }, silence: open }
    expect(run({ trace })).toMatchObject({ findings: [{ expected: 'settled' }, { expected: 'closed' }] })
  })

  test('is silent where nothing was aborted', () => {
    expect(abortHonoured.check(subjectOf({}))).toMatchObject({ notApplicable: expect.any(String) as string })
  })
})
