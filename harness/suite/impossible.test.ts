import { describe, expect, test } from 'vitest'
import type { Finding, RuleAnswer } from '../checks/check.ts'
import { defineDriver } from '../driver/define-driver.ts'
import type { Impossible } from '../driver/driver.ts'
import { judge } from '../verdict/judge.ts'
import { impossibleUses, mustDeclarePossible, withImpossible } from './impossible.ts'

const declaration: Impossible = {
  pattern: 'openai-chat/error-a/**:error-class',
  got: ['UNKNOWN'],
  missing: 'the type',
  source: 'https://example.test/dropped',
}

function driverWith(...impossible: Impossible[]) {
  return defineDriver({
    name: 'acme',
    version: '1',
    wires: ['openai-chat'],
    level: 'events',
    convert: () => [],
    project: () => [],
    impossible,
  })
}

const driver = driverWith(declaration)
const name = { wire: 'openai-chat', recording: 'error-a', delivery: 'per-byte', driver: 'acme' }
const told = (got: string, rule = 'error-class'): RuleAnswer => ({
  rule: { id: rule, severity: 'must' },
  answer: { findings: [{ message: 'wrong', got }] },
})
const passed: RuleAnswer = { rule: { id: 'error-class', severity: 'must' }, answer: { findings: [] } }

function findingsOf([answer]: readonly RuleAnswer[]): readonly Finding[] {
  return answer && 'findings' in answer.answer ? answer.answer.findings : []
}

describe('what a driver declares impossible', () => {
  test('is not applicable, and names what is missing', () => {
    const [result] = judge(name, 'written', withImpossible(name, driver, [told('UNKNOWN')]))
    expect(result).toMatchObject({
      status: 'not-applicable',
      reason: 'the converter cannot tell: the type',
      impossible: { pattern: declaration.pattern, missing: 'the type', source: declaration.source },
    })
  })

  test('is stale where the converter tells it all the same', () => {
    const [finding] = findingsOf(withImpossible(name, driver, [passed]))
    expect(finding?.message).toContain('declared impossible, yet the converter tells it')
  })

  test('excuses no other answer than the declared one, no other rule, no other case', () => {
    for (const answer of [told('QUOTA'), told('UNKNOWN', 'error-details')])
      expect(withImpossible(name, driver, [answer])).toEqual([answer])
    const other = { ...name, recording: 'error-b' }
    expect(withImpossible(other, driver, [told('UNKNOWN')])).toEqual([told('UNKNOWN')])
  })

  test('leaves what is not applicable and what broke as it is', () => {
    const { rule } = passed
    for (const answer of [{ notApplicable: 'nothing failed' }, { broken: 'a stack' }])
      expect(withImpossible(name, driver, [{ rule, answer }])).toEqual([{ rule, answer }])
  })

  test('must name a rule there is', () => {
    for (const pattern of ['openai-chat/error-a/**', 'openai-chat/error-a/**:error-clas'])
      expect(() => mustDeclarePossible([driverWith({ ...declaration, pattern })])).toThrow(pattern)
  })

  test('is unmatched where no result of its cases was judged', () => {
    const results = judge(name, 'written', withImpossible(name, driver, [told('UNKNOWN')]))
    expect(impossibleUses([driver], results)).toMatchObject([{ matched: true, link: declaration.source }])
    const without = judge(name, 'written', [
      { rule: passed.rule, answer: { notApplicable: 'nothing failed' } },
    ])
    expect(impossibleUses([driver], without)).toMatchObject([{ matched: false }])
  })
})
