import { describe, expect, test } from 'vitest'
import { caseId, parsePattern, PatternError } from './case-id.ts'
import { exitCodeOf, exitCodes, type Ending } from './exit-code.ts'
import { judge } from './judge.ts'
import { excuse, parseKnownFailing } from './known-failing.ts'
import { summarise, type Result, type Status } from './result.ts'

const name = { wire: 'openai-chat', recording: 'text', delivery: 'per-byte', driver: 'acme' }
const result = (rule: string, status: Status): Result => ({
  ...name,
  id: caseId({ ...name, rule }),
  rule,
  severity: 'must',
  status,
  findings: status === 'fail' ? [{ message: 'wrong' }] : [],
  shownBy: 'written',
})

describe('a pattern', () => {
  test.for([
    ['openai-chat/text/per-byte', true],
    ['openai-chat/*/per-byte', true],
    ['openai-chat/*', false],
    ['openai-chat/**', true],
    ['*/text/*@acme', true],
    ['*/text/*@other', false],
    ['**@acme:usage-*', true],
    ['**:ends', false],
  ] as const)('%s matches the result: %s', ([pattern, expected]) => {
    expect(parsePattern(pattern).matches({ ...name, rule: 'usage-equal' })).toBe(expected)
  })

  test('one with a rule still selects the case that the rule runs on', () => {
    expect(parsePattern('**:ends').matches(name)).toBe(true)
  })

  test.for(['', '@acme', 'a/b/c@d@e', ':rule'])('%j names no case and is refused', (text) => {
    expect(() => parsePattern(text)).toThrow(PatternError)
  })
})

describe('known-failing', () => {
  const lines = (text: string) => parseKnownFailing(text, 'known.txt')
  const line = '**:ends | it hangs | https://example.com/1'

  test('excuses a fail, and calls a pass stale', () => {
    const { results } = excuse([result('ends', 'fail')], lines(line), true)
    expect(results[0]).toMatchObject({
      status: 'known-fail',
      excuse: { reason: 'it hangs', link: 'https://example.com/1' },
    })
    expect(excuse([result('ends', 'pass')], lines(line), true).results[0]?.status).toBe('stale')
  })

  test('is not satisfied by an error', () => {
    expect(excuse([result('ends', 'error')], lines(line), true).results[0]?.status).toBe('error')
  })

  test('is not satisfied by a crash', () => {
    const died = { ...result('ends', 'fail'), beyondExcuse: true as const }
    expect(excuse([died], lines(line), true).results[0]).toEqual(died)
  })

  test('must match a result that ran, unless the run was filtered', () => {
    const notApplicable = [result('ends', 'not-applicable')]
    expect(excuse(notApplicable, lines(line), true).faults).toMatchObject([{ place: 'known.txt:1' }])
    expect(excuse(notApplicable, lines(line), false).faults).toEqual([])
  })

  test('says so when two lines speak of one result', () => {
    const both = lines(`${line}\n*/text/*:ends | other | https://example.com/2`)
    expect(excuse([result('ends', 'fail')], both, true).faults).toMatchObject([
      { place: 'known.txt:2', message: expect.stringContaining('known.txt:1') as string },
    ])
  })

  test.for([
    ['**:ends', /known\.txt:2: .*`pattern \| reason \| link`/],
    ['**:ends | why', /Say why it fails and where/],
    ['a@b@c | why | link', /is no case pattern/],
  ] as const)('%s is refused with its place', ([text, message]) => {
    expect(() => lines(`# comment\n${text}`)).toThrow(message)
  })

  test('refuses the same pattern twice', () => {
    expect(() => lines(`${line}\n${line}`)).toThrow(/stands at known\.txt:1 already/)
  })
})

test('a rule that is broken in every part tells the first hundred, and how many more there are', () => {
  const findings = Array.from({ length: 5_000 }, (_, at) => ({ message: `part ${at}` }))
  const [judged] = judge(name, 'written', [
    { rule: { id: 'part-shape', severity: 'must' }, answer: { findings } },
  ])
  expect(judged?.findings).toHaveLength(101)
  expect(judged?.findings.at(-1)?.message).toBe('and 4900 more findings of this rule')
})

test('every answer becomes one result, and nothing applicable is lost', () => {
  const rule = { id: 'ends', severity: 'must' } as const
  const results = judge(name, 'written', [
    { rule, answer: { findings: [] } },
    { rule, answer: { findings: [{ message: 'x' }] } },
    { rule, answer: { notApplicable: 'no call' } },
    { rule, answer: { broken: 'TypeError' } },
  ])
  expect(results.map(({ status }) => status)).toEqual(['pass', 'fail', 'not-applicable', 'error'])
  expect(results[2]?.reason).toBe('no call')
  const summary = summarise(results)
  expect(summary).toEqual({
    planned: 4,
    executed: 3,
    pass: 1,
    fail: 1,
    error: 1,
    knownFail: 0,
    stale: 0,
    notApplicable: 1,
  })
})

test.for(['TODO | https://example.com', 'why | TODO', 'todo | l', 'Todo: | l', 'why | <todo>'])(
  'a known-failing line that says %s says nothing, and is refused',
  (fields) => {
    expect(() => parseKnownFailing(`**:ends | ${fields}`, 'known.txt')).toThrow(
      'known.txt:1: `**:ends` still says TODO. Write why it fails and where that is reported.',
    )
  },
)

test('a reason that has something to do in it is one', () => {
  expect(parseKnownFailing('**:ends | todo in the next release | l', 'known.txt')).toHaveLength(1)
})

describe('the exit code', () => {
  const ending = (statuses: Status[], more: Partial<Ending> = {}): Ending => ({
    summary: summarise(statuses.map((status) => result('ends', status))),
    lineFaults: [],
    refused: [],
    turnFaults: [],
    strays: [],
    ...more,
  })

  test.for([
    ['passes and known fails', ending(['pass', 'known-fail', 'not-applicable']), exitCodes.asExpected],
    ['a fail', ending(['pass', 'fail']), exitCodes.unexpected],
    ['a stale line', ending(['stale']), exitCodes.unexpected],
    ['a line that matches nothing', ending(['pass'], { lineFaults: ['x'] }), exitCodes.unexpected],
    ['a failure in the background of no run', ending(['pass'], { strays: ['x'] }), exitCodes.unexpected],
    [
      'a case of the plan without results',
      ending(['pass'], { summary: summarise([result('ends', 'pass')], 40) }),
      exitCodes.suiteAtFault,
    ],
    ['a broken recording', ending(['fail'], { refused: [{ broken: true }] }), exitCodes.usage],
    ['a foreign file that nobody can read', ending(['pass'], { refused: [{}] }), exitCodes.asExpected],
    ['a rule that broke', ending(['pass', 'fail', 'error']), exitCodes.suiteAtFault],
    ['a turn.json of ours that differs', ending(['pass'], { turnFaults: [{}] }), exitCodes.suiteAtFault],
    ["a user's turn.json that differs", ending(['fail'], { turnFaults: [{ added: true }] }), exitCodes.usage],
    ['nothing at all', ending([]), exitCodes.nothingExecuted],
    ['only what is not applicable', ending(['not-applicable']), exitCodes.nothingExecuted],
  ] as const)('for %s', ([, given, expected]) => {
    expect(exitCodeOf(given)).toBe(expected)
  })
})
