import { expect, test } from 'vitest'
import { partialKept } from '../partial-kept.ts'
import { textComplete } from '../text-complete.ts'
import * as said from '../testing/said.ts'
import { subjectOf } from '../testing/subject.ts'
import * as told from '../testing/told.ts'
import { blockPlace, endPlace } from './places.ts'

test('a block is placed at its first event, with the bytes up to its last', () => {
  const subject = subjectOf({ blocks: [said.text('a')], evidence: [{ firstEvent: 0, lastEvent: 1 }] })
  expect(blockPlace(subject, 0, 4)).toEqual({ part: 4, event: 0, bytes: [0, 20] })
})

test('the end is the finish, or the last event where there is none', () => {
  expect(endPlace(subjectOf({ blocks: [said.text('a')] }))).toEqual({ event: 1, bytes: [10, 20] })
  expect(endPlace(subjectOf({ ...said.cutTurn, blocks: [said.text('a')] }))).toEqual({
    event: 0,
    bytes: [0, 10],
  })
  expect(endPlace(subjectOf({ ...said.cutTurn }))).toEqual({})
})

test('a finding on text names the block that parts and the part that told it', () => {
  const answer = textComplete.check(
    subjectOf({
      blocks: [said.text('one'), said.call(), said.text('two')],
      parts: [...told.text(0, 'one'), ...told.text(1, 't', 'oo'), told.finish('stop')],
    }),
  )
  expect(answer).toEqual({
    findings: [
      {
        message: expect.stringContaining('character 4') as string,
        place: { part: 5, event: 2, bytes: [20, 30] },
        expected: 'onetwo',
        got: 'onetoo',
      },
    ],
  })
})

test('a long text is shown around the place where it parts', () => {
  const [expected, got] = ['x'.repeat(1_000), `${'x'.repeat(500)}y${'x'.repeat(499)}`]
  const answer = partialKept.check(
    subjectOf({
      ...said.cutTurn,
      blocks: [said.text(expected)],
      parts: [...told.text(0, got), told.failed('TRANSPORT')],
    }),
  )
  const [finding] = 'findings' in answer ? answer.findings : []
  expect(finding?.expected).toBe(`…${'x'.repeat(120)}…`)
  expect(finding?.got).toBe(`…${'x'.repeat(60)}y${'x'.repeat(59)}…`)
})
