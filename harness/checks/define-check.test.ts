import { describe, expect, test } from 'vitest'
import type { Part } from '../trace/part.ts'
import type { Reading } from '../wire/wire.ts'
import type { Check, CheckAnswer } from './check.ts'
import { defineCheck } from './define-check.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'
import { subjectOf, type SubjectOptions } from './testing/subject.ts'

const finding = { findings: [{ message: 'wrong' }] }

function ruleOf(answer: (blocks: number) => CheckAnswer): Check {
  return {
    id: 'a-rule',
    severity: 'must',
    law: 'Law.',
    needs: 'A case.',
    source: 'https://example.com',
    check: ({ truth }) => answer(truth.turn.blocks.length),
  }
}

const always = ruleOf(() => finding)
const run = (check: Check, options: SubjectOptions) => defineCheck(check).check(subjectOf(options))

describe('defineCheck', () => {
  test('hands a finding through', () => {
    expect(run(always, {})).toEqual(finding)
  })

  test.each<[string, SubjectOptions]>([
    ['a stall', { end: 'stall' }],
    ['an HTTP error at level events', { level: 'events', status: 404 }],
    ['a run that hung', { trace: { end: { how: 'hung', afterMs: 1 } } }],
    ['a run that gave too many parts', { trace: { end: { how: 'flooded', parts: 1, characters: 5 } } }],
    ['a run that the harness aborted', { trace: { end: { how: 'aborted' } } }],
  ])('does not judge %s', (_, options) => {
    expect(run(always, options)).toHaveProperty('notApplicable')
  })

  test('judges a run without an end where the rule can', () => {
    const check = defineCheck(always, { judgesUnended: true })
    expect(check.check(subjectOf({ trace: { end: { how: 'hung', afterMs: 1 } } }))).toEqual(finding)
    expect(check.check(subjectOf({ end: 'stall' }))).toHaveProperty('notApplicable')
  })

  const lastOpen: SubjectOptions = { ...said.cutTurn, blocks: [said.text('a')], terminated: false }
  const cleanWithoutBlocks = ruleOf((blocks) => (blocks === 0 ? { findings: [] } : finding))
  const silentWithoutBlocks = ruleOf((blocks) => (blocks === 0 ? { notApplicable: 'no block' } : finding))

  test('clears a rule where an event without its blank line explains the finding', () => {
    expect(run(cleanWithoutBlocks, lastOpen)).toEqual({ findings: [] })
    expect(run(cleanWithoutBlocks, { ...lastOpen, terminated: true })).toEqual(finding)
  })

  test('clears a rule where reads that a reset discarded explain the finding', () => {
    const cut: SubjectOptions = { ...said.cutTurn, blocks: [said.text('a')] }
    expect(run(cleanWithoutBlocks, { ...cut, end: 'reset' })).toEqual({ findings: [] })
    expect(run(cleanWithoutBlocks, cut)).toEqual(finding)
  })

  test('does not let a shorter reading hide what the rule is about', () => {
    const parts: Part[] = [{ type: 'text-delta', index: 0, text: 'b' }]
    expect(run(silentWithoutBlocks, { ...lastOpen, parts })).toEqual(finding)
  })

  test('is silent where the shorter reading holds nothing and nothing came out', () => {
    expect(run(silentWithoutBlocks, lastOpen)).toEqual({ notApplicable: 'no block' })
  })

  test.each([
    ['the call of the shorter reading', 'text', said.call().arguments, { notApplicable: 'no text' }],
    ['a call with other arguments', 'text', '{"b":2}', finding],
    ['a call whose arguments are no text', 'value', '', { notApplicable: 'no text' }],
  ] as const)('is silent only where what came out is the shorter reading: %s', (_, as, text, expected) => {
    const shorter: Reading = {
      turn: { blocks: [said.call()], meta: {}, state: 'open' },
      evidence: [{ firstEvent: 0, lastEvent: 0, argumentsAs: as }],
    }
    const silentWithOneBlock = ruleOf((blocks) => (blocks < 2 ? { notApplicable: 'no text' } : finding))
    const cut: SubjectOptions = {
      ...said.cutTurn,
      blocks: [said.call(), said.text('a')],
      terminated: false,
      parts: told.openCall(0, { deltas: [text] }),
    }
    expect(run(silentWithOneBlock, { ...cut, wire: { readTurn: () => shorter } })).toEqual(expected)
  })

  test('is not silent where more calls came out than the shorter reading holds', () => {
    expect(run(silentWithoutBlocks, { ...lastOpen, parts: told.openCall(0) })).toEqual(finding)
  })

  test('takes a failure for lost reads only from a converter that reports one', () => {
    const failing: SubjectOptions = { ...said.failedTurn(), blocks: [said.text('a')], terminated: false }
    const answered = (part: Part) =>
      run(silentWithoutBlocks, { ...failing, parts: [...told.text(0, 'a'), part] })
    expect(answered(told.failed('TRANSPORT'))).toEqual({ notApplicable: 'no block' })
    expect(answered(told.finish('stop'))).toEqual(finding)
  })

  test('is silent where the shorter reading turns a finished turn into a cut one', () => {
    expect(run(silentWithoutBlocks, { blocks: [said.text('a')], terminated: false })).toEqual({
      notApplicable: 'no block',
    })
  })
})
