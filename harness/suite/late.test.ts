import { expect, test } from 'vitest'
import { caseId } from '../verdict/case-id.ts'
import type { Result, Status } from '../verdict/result.ts'
import { withLate } from './late.ts'

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

test('a case that passed fails after all, once for each failure', () => {
  const passed = [result('no-unhandled-rejection', 'pass'), result('ends', 'pass')]
  const [amended, ends] = withLate(passed, [failure, failure])
  expect(amended).toMatchObject({
    status: 'fail',
    findings: [{ message: 'a promise was rejected in the background, after the run', got: 'Error: late' }],
  })
  expect(ends).toEqual(passed[1])
})

test('a death behind the end is a fail that no line excuses', () => {
  const [amended] = withLate([result('ends', 'pass')], [{ ...failure, message: 'exit 7', ended: true }])
  expect(amended).toMatchObject({ status: 'fail', beyondExcuse: true })
})

test('a rule that did not judge the case still does not, and one that was not asked for is not there', () => {
  const silent = [result('no-unhandled-rejection', 'not-applicable')]
  expect(withLate(silent, [failure])).toEqual(silent)
  expect(withLate([], [failure])).toEqual([])
})

test('a drawn session comes out of those that are counted as passed', () => {
  const counted = { recording: 'generated-1', delivery: 'pass', count: 5 }
  const drawn = { ...failure, case: { ...name, recording: 'generated-1-3', delivery: 'one-chunk' } }
  const [rest, failed] = withLate([result('no-unhandled-rejection', 'pass', counted)], [drawn])
  expect(rest).toMatchObject({ status: 'pass', count: 4 })
  expect(failed).toMatchObject({
    id: 'openai-chat/generated-1-3/one-chunk@acme:no-unhandled-rejection',
    status: 'fail',
  })
  expect(failed).not.toHaveProperty('count')
})
