import { describe, expect, it } from 'vitest'
import { killMatrix, matrixPage } from './kill-matrix.ts'
import type { Control, Mutant } from './mutant.ts'
import { allRules, type Verdict } from './run-mutants.ts'

function mutant(breaks: string, id = `breaks-${breaks}`): Mutant {
  return { id, breaks, title: 'It is broken.', level: 'parts', shownBy: {}, apply: (driver) => driver }
}

function verdict(id: string, ...rules: string[]): Verdict {
  return { id, cases: 1, found: new Map(rules.map((rule) => [rule, 'here'])), faults: [] }
}

const sharp = allRules.map((rule) => mutant(rule))
const control: Control = { ...mutant('ends', 'same') }

function matrixOf(
  mutants: readonly Mutant[],
  verdicts: readonly Verdict[],
  rest: Partial<Record<'originals' | 'controls', Verdict[]>> = {},
) {
  const { originals = [], controls = [] } = rest
  return killMatrix(mutants, [control], { originals, controls, mutants: [...verdicts] })
}

const killed = sharp.map(({ id, breaks }) => verdict(id, breaks))

describe('killMatrix', () => {
  it('has no fault where every mutant dies by its rule and everything else lives', () => {
    const rest = { originals: [verdict('plain')], controls: [verdict('same')] }
    expect(matrixOf(sharp, killed, rest).faults).toEqual([])
  })

  it('calls a mutant a survivor that only other rules find', () => {
    const { faults, rows } = matrixOf(
      [...sharp, mutant('ends', 'quiet')],
      [...killed, verdict('quiet', 'finish-once')],
    )
    expect(rows.at(-1)?.isKilled).toBe(false)
    expect(faults).toEqual(['mutant `quiet` is not killed by `ends` (only by finish-once)'])
  })

  it('calls a rule blunt that no mutant names, though it finds others', () => {
    const without = sharp.filter(({ breaks }) => breaks !== 'ends')
    const verdicts = without.map(({ id, breaks }) => verdict(id, breaks, 'ends'))
    expect(matrixOf(without, verdicts).faults).toEqual([
      'no mutant that names the rule `ends` is killed by it',
    ])
  })

  it.each([
    [
      'an original that is accused',
      { originals: [verdict('plain', 'ends')] },
      /original `plain` is accused by `ends`/,
    ],
    ['a control that is accused', { controls: [verdict('same', 'ends')] }, /control `same` is accused/],
    ['an original without cases', { originals: [{ ...verdict('plain'), cases: 0 }] }, /`plain` met no case/],
    ['a rule that threw', { originals: [{ ...verdict('plain'), faults: ['`ends` threw'] }] }, /`ends` threw/],
  ])('names %s', (_, rest, fault) => {
    expect(matrixOf(sharp, killed, rest).faults).toEqual([expect.stringMatching(fault) as string])
  })

  it('names a rule that does not exist and an id that is used twice', () => {
    const { faults } = matrixOf(
      [...sharp, mutant('no-such-rule', 'breaks-ends')],
      [...killed, verdict('breaks-ends', 'no-such-rule')],
    )
    expect(faults).toEqual([
      'two mutants are called `breaks-ends`',
      'mutant `breaks-ends` names `no-such-rule`, which is no rule',
    ])
  })
})

describe('matrixPage', () => {
  it('has a row for each mutant, with the other rules that find it', () => {
    const page = matrixPage(matrixOf([mutant('ends')], [verdict('breaks-ends', 'ends', 'finish-once')]), [
      control,
    ])
    expect(page).toContain('| ends | `breaks-ends` | It is broken. | plain, parts |  | finish-once |')
  })
})
