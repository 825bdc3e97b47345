import { describe, expect, test } from 'vitest'
import { caseId, parsePattern } from '../verdict/case-id.ts'
import type { Result, Status } from '../verdict/result.ts'
import { sortFailures, strayTexts, withLate, withLateDrawn } from './late.ts'

const name = { wire: 'openai-chat', recording: 'text', delivery: 'per-byte', driver: 'acme' }
const result = (rule: string, status: Status, more: Partial<Result> = {}): Result => ({
  ...name,
  id: caseId({ ...name, rule, ...more }),
  rule,
  severity: 'must',
  status,
  findings: [],
  shownBy: 'written',
  ...more,
})
const failure = { case: name, message: 'Error: late' }
const death = { case: name, message: 'exit 7', ended: true }
const everything = { cases: [], drivers: [] }

describe('a stored case', () => {
  test('that passed fails after all, once for each failure', () => {
    const passed = [result('no-unhandled-rejection', 'pass'), result('ends', 'pass')]
    const [amended, ends] = withLate(passed, [failure, failure], everything)
    expect(amended).toMatchObject({
      status: 'fail',
      findings: [
        { message: expect.stringMatching(/^a promise was rejected in the background, behind/) as string },
      ],
    })
    expect(amended?.findings).toHaveLength(1)
    expect(ends).toEqual(passed[1])
  })

  test.for(['pass', 'not-applicable', 'stale', 'known-fail'] as const)(
    'whose process died late fails beyond excuse, although `ends` said %s',
    (status) => {
      const excuse = { pattern: 'p', reason: 'r', link: 'l' }
      const [amended] = withLate([result('ends', status, { excuse })], [death], everything)
      expect(amended).toMatchObject({ status: 'fail', beyondExcuse: true })
      expect(amended).not.toHaveProperty('excuse')
    },
  )

  test('that a line says fails is no longer stale', () => {
    const stale = result('no-unhandled-rejection', 'stale')
    expect(withLate([stale], [failure], everything)).toMatchObject([{ status: 'known-fail' }])
  })

  test('that the rule does not judge still is not judged', () => {
    const silent = [result('no-unhandled-rejection', 'not-applicable')]
    expect(withLate(silent, [failure], everything)).toMatchObject([{ status: 'not-applicable' }])
  })

  test('that has no answer of the rule, as one of a request, gets one', () => {
    const asked = [result('request-faithful', 'pass')]
    expect(withLate(asked, [failure, death], everything).slice(1)).toMatchObject([
      { rule: 'no-unhandled-rejection', status: 'fail' },
      { rule: 'ends', status: 'fail', beyondExcuse: true },
    ])
  })

  test('of which another rule was asked for gets none, unless its process died', () => {
    const asked = { cases: [parsePattern('**:text-complete')], drivers: [] }
    const results = [result('text-complete', 'pass')]
    expect(withLate(results, [failure], asked)).toEqual(results)
    expect(withLate(results, [death], asked)).toHaveLength(2)
  })
})

describe('a drawn session', () => {
  const counted = result('no-unhandled-rejection', 'pass', {
    recording: 'generated-1',
    delivery: 'pass',
    count: 5,
  })
  const ofSession = (delivery: string) => ({
    ...failure,
    case: { ...name, recording: 'generated-1-3', delivery },
  })

  test('comes out of those that are counted as passed, and is held against the lines', () => {
    const hold = (held: Result): Result => ({ ...held, status: 'known-fail' })
    const [rest, failed] = withLateDrawn([counted], [ofSession('one-chunk')], hold)
    expect(rest).toMatchObject({ status: 'pass', count: 4 })
    expect(failed).toMatchObject({
      id: 'openai-chat/generated-1-3/one-chunk@acme:no-unhandled-rejection',
      status: 'known-fail',
    })
    expect(failed).not.toHaveProperty('count')
  })

  test('that falls silent is not judged', () => {
    expect(withLateDrawn([counted], [ofSession('stall-after-1')], (held) => held)).toEqual([counted])
  })

  test('whose process died fails, although nothing was to be judged', () => {
    const silent = result('ends', 'not-applicable', { recording: 'generated-1', delivery: 'n-a', count: 2 })
    const died = { ...ofSession('stall-after-1'), message: 'exit 9', ended: true }
    expect(withLateDrawn([silent], [died], (held) => held)).toMatchObject([
      { status: 'not-applicable', count: 1 },
      { rule: 'ends', status: 'fail', beyondExcuse: true },
    ])
  })

  test('is told from stored cases by its name', () => {
    const drawn = ofSession('one-chunk')
    expect(sortFailures([failure, drawn, { message: 'x' }])).toEqual({
      stored: [failure],
      drawn: [drawn],
      others: [{ message: 'x' }],
    })
  })
})

describe('a failure of no case', () => {
  test('is told once, with how often it came', () => {
    expect(strayTexts([{ message: 'x' }, { message: 'x' }, { message: 'y' }], [])).toEqual([
      'x (2 times)',
      'y',
    ])
  })

  test('of a trial is told where no case of the driver failed in that way', () => {
    const trial = { trial: 'acme', message: 'x' }
    expect(strayTexts([trial], [result('no-unhandled-rejection', 'pass')])).toEqual(['@acme x'])
    expect(strayTexts([trial], [result('no-unhandled-rejection', 'known-fail')])).toEqual([])
  })
})
