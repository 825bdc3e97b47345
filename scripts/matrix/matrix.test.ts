/** Proves the parts of the matrix: the exact lines of faults, the cells, the page. */
import { describe, expect, it } from 'vitest'
import { parseKnownFailing, type ResultDocument } from '../../harness/index.ts'
import { defaultCapabilities } from '../../harness/driver/capabilities.ts'
import { cellsOf } from './cells.ts'
import { choicesOf } from './choices.ts'
import { exactLines } from './exact-lines.ts'
import { matrixPage } from './page.ts'
import { sideBySide, verdictsOf } from './side-by-side.ts'

type Result = ResultDocument['results'][number]

function result(id: string, status: Result['status'], more: Partial<Result> = {}): Result {
  const [, wire = '', recording = '', delivery = '', driver = '', rule = ''] =
    /^([^/]+)\/([^/]+)\/([^@]+)@([^:]+):(.+)$/.exec(id) ?? []
  const findings = status === 'pass' ? [] : [{ message: 'it is wrong' }]
  const shownBy = 'written' as const
  return { id, wire, recording, delivery, driver, rule, severity: 'must', status, findings, shownBy, ...more }
}

const faults = (...lines: string[]) => parseKnownFailing(lines.join('\n'), 'faults.txt')

describe('exactLines', () => {
  it('stands for every delivery of a recording only where all of them fail', () => {
    const { text } = exactLines(
      [
        result('w/a/one@d:r', 'fail'),
        result('w/a/two@d:r', 'fail'),
        result('w/b/one@d:r', 'fail'),
        result('w/b/two@d:r', 'pass'),
      ],
      faults('w/**@*:* | it is so | none'),
    )
    expect(text.split('\n').filter(Boolean)).toEqual([
      'w/a/*@d:r | it is so | none',
      'w/b/one@d:r | it is so | none',
    ])
  })

  it('does not stand for deliveries that show another fault', () => {
    const { text } = exactLines(
      [result('w/a/one@d:r', 'fail'), result('w/a/two@d:r', 'fail')],
      faults('w/a/one@*:* | the first | none', 'w/**@*:* | the rest | none'),
    )
    expect(text.split('\n').filter(Boolean)).toEqual([
      'w/a/one@d:r | the first | none',
      'w/a/two@d:r | the rest | none',
    ])
  })

  it('puts recordings and rules that fail alike into one line', () => {
    const all = ['a', 'b'].flatMap((recording) =>
      ['r', 's'].map((rule) => result(`w/${recording}/one@d:${rule}`, 'known-fail')),
    )
    expect(exactLines(all, faults('w/**@*:* | it is so | none')).text).toBe(
      'w/{a,b}/*@d:{r,s} | it is so | none\n',
    )
  })

  it('hands back what fails under no fault, and passes over generated sessions', () => {
    const { unjudged } = exactLines(
      [
        result('w/a/one@d:r', 'fail'),
        result('w/generated-1-7/one@d:r', 'fail'),
        result('w/d-r-0123abcd/one@d:r', 'fail'),
      ],
      faults('other/**@*:* | it is so | none'),
    )
    expect(unjudged.map(({ recording }) => recording)).toEqual(['a'])
  })

  it('writes lines that excuse exactly what failed', () => {
    const all = [
      result('w/a/one@d:r', 'fail'),
      result('w/a/two@d:r', 'pass'),
      result('w/b/one@d:r', 'fail'),
      result('w/b/one@e:r', 'pass'),
    ]
    const lines = parseKnownFailing(exactLines(all, faults('w/**@*:* | it is so | none')).text, 'lines')
    const excused = all.filter((each) => lines.some(({ pattern }) => pattern.matches(each)))
    expect(excused).toEqual(all.filter(({ status }) => status === 'fail'))
  })
})

const excuse = { pattern: 'p', reason: 'it is so', link: 'https://example.com/1' }

describe('cellsOf', () => {
  it('shows the plainest case of each fault', () => {
    const cells = cellsOf({
      results: [
        result('w/long-name/cut-after-2@d:r', 'known-fail', { excuse }),
        result('w/text/as-recorded@d:r', 'known-fail', { excuse }),
        result('w/text/comments@d:r', 'pass'),
        result('w/text/stall@d:r', 'not-applicable'),
      ],
    })
    expect(cells.get('d')?.get('w')?.get('r')).toMatchObject({
      passed: 1,
      red: [{ count: 2, judgement: { reason: 'it is so' }, shows: { id: 'w/text/as-recorded@d:r' } }],
    })
  })

  it('gives a failure that no line speaks of no judgement', () => {
    const cells = cellsOf({ results: [result('w/text/as-recorded@d:r', 'fail')] })
    expect(cells.get('d')?.get('w')?.get('r')?.red[0]).not.toHaveProperty('judgement')
  })
})

describe('matrixPage', () => {
  const page = (results: Result[]) =>
    matrixPage({
      drivers: [
        {
          name: 'd',
          version: 'thing 1.2.3',
          wires: ['w'],
          file: 'converters/thing/driver.ts',
          capabilitiesFor: () => defaultCapabilities,
        },
      ],
      cells: cellsOf({ results }),
      rules: ['r', 's'],
      more: [],
      draw: { runs: 1, seed: 1 },
    })

  it('marks a cell that nobody has judged', () => {
    expect(page([result('w/text/as-recorded@d:r', 'fail')])).toContain('| r | **✗ 1** |')
  })

  it('gives each fault its report and a command that shows it', () => {
    const text = page([result('w/text/as-recorded@d:r', 'known-fail', { excuse })])
    expect(text).toContain('| r | ✗ 1 |')
    expect(text).toContain('**It is so.** <https://example.com/1>')
    expect(text).toContain(
      "`npm run -s conformance -- converters/thing/driver.ts --case 'w/text/as-recorded@d:r'`",
    )
  })

  it('leaves out rules that apply to none', () => {
    expect(page([result('w/text/as-recorded@d:r', 'pass')])).not.toContain('| s |')
  })
})

it('names the wires of a choice that not all have', () => {
  const capabilitiesFor = (wire: string) => ({ ...defaultCapabilities, reasoning: wire !== 'a' })
  expect(choicesOf({ wires: ['a', 'b'], capabilitiesFor })).toEqual(['tells no reasoning (a)'])
})

it('counts what one converter gets wrong and the other right', () => {
  const theirs = verdictsOf({ results: [result('w/a/one@t:r', 'known-fail', { excuse })] }, 't')
  const ours = verdictsOf({ results: [result('w/a/one@o:r', 'pass')] }, 'o')
  expect(sideBySide({ theirs: 't', ours: 'o' }, theirs, ours).join('\n')).toContain(
    '| it is so | r | 1 | `w/a/one:r` |',
  )
})
