import { describe, expect, test } from 'vitest'
import { caseId } from '../verdict/case-id.ts'
import { parseKnownFailing } from '../verdict/known-failing.ts'
import type { Result, Status } from '../verdict/result.ts'
import type { Source } from './plan.ts'
import { sessionOf, turnOf } from './testing/sessions.ts'
import { mustKnowRules, TriggerLines } from './trigger-lines.ts'
import type { SessionFacts } from './triggers.ts'
import { recordingOfWitness, witnessName, type Witness } from './witness.ts'

const witness: Witness = {
  driver: 'acme',
  rule: 'refusal-kept',
  session: sessionOf([{ type: 'refusal', text: 'a' }]),
}
const name = witnessName(witness)
const recording = { ...recordingOfWitness(witness), path: `/here/witnesses/openai-chat/${name}` }
const sources: Source[] = [
  { label: 'witnesses', shipped: false, recordings: [recording], witnesses: new Map([[recording, witness]]) },
]
const line = (trigger = 'block=refusal', path = `witnesses/openai-chat/${name}`) =>
  `**@acme:refusal-kept | refusals are lost | https://example.com/1 | trigger: ${trigger} | witness: ${path}`
const lines = (text = line()) => new TriggerLines(parseKnownFailing(text, '/here/known.txt'), sources)

const resultOf = (recording: string, status: Status, rule = 'refusal-kept'): Result => {
  const id = { wire: 'openai-chat', recording, delivery: 'as-recorded', driver: 'acme', rule }
  return { ...id, id: caseId(id), severity: 'must', status, findings: [], shownBy: 'generated' }
}
const facts = (kind: 'refusal' | 'text'): SessionFacts => ({
  turn: turnOf([{ type: kind, text: 'x' }]),
  choice: { spellings: [], fragments: [] },
  delivery: { name: 'as-recorded', kind: 'rechunk' },
})

describe('a line about generated sessions', () => {
  test('excuses a fail where its trigger holds, and nothing else', () => {
    const judge = (status: Status, kind: 'refusal' | 'text', rule?: string) =>
      lines().judge(resultOf('generated-1-5', status, rule), facts(kind)).status
    expect(judge('fail', 'refusal')).toBe('known-fail')
    expect(judge('fail', 'text')).toBe('fail')
    expect(judge('fail', 'refusal', 'ends')).toBe('fail')
    expect(judge('pass', 'refusal')).toBe('pass')
    expect(judge('error', 'refusal')).toBe('error')
  })

  test('is met by its witness failing', () => {
    const bound = lines()
    expect(bound.unmatched()).toHaveLength(1)
    expect(bound.judge(resultOf(name, 'fail'), facts('refusal'))).toMatchObject({
      status: 'known-fail',
      excuse: { pattern: '**@acme:refusal-kept', reason: 'refusals are lost' },
    })
    expect(bound.unmatched()).toEqual([])
  })

  test.for(['pass', 'not-applicable'] as const)('is stale where its witness is `%s`', (status) => {
    expect(lines().judge(resultOf(name, status), facts('refusal')).status).toBe('stale')
  })

  test('is not met by a crash', () => {
    const bound = lines()
    expect(bound.judge(resultOf(name, 'error'), facts('refusal')).status).toBe('error')
    expect(bound.unmatched()).toHaveLength(1)
  })

  test.for([
    ['an unknown predicate', line('blok=refusal'), /known\.txt:1: `blok` is no predicate/],
    [
      'a witness that is none',
      line('block=refusal', 'witnesses/none'),
      /known\.txt:1: `witnesses\/none` is no witness/,
    ],
    ['a trigger that its witness does not meet', line('block=text'), /does not hold in its own witness/],
    ['a pattern of another rule', line().replace(':refusal-kept', ':ends'), /does not match its own witness/],
  ] as const)('%s is refused with the line', ([, text, message]) => {
    expect(() => lines(text)).toThrow(message)
  })

  test.for([
    ['no witness', line().replace(/ \| witness: .*$/, '')],
    ['no trigger', line().replace(/ \| trigger: .* (?=\| witness)/, ' ')],
    ['another word', line().replace('witness: ', 'shown by: ')],
    ['one field more', `${line()} | x`],
  ] as const)('%s is no line', ([, text]) => {
    expect(() => parseKnownFailing(text, 'known.txt')).toThrow(/known\.txt:1: a known-failing line is/)
  })

  test('may stand beside another with the same pattern and another trigger', () => {
    const both = `${line()}\n${line('last=refusal')}`
    expect(parseKnownFailing(both, 'known.txt')).toHaveLength(2)
    expect(() => parseKnownFailing(`${line()}\n${line()}`, 'known.txt')).toThrow(/stands at known\.txt:1/)
  })
})

test.for([
  ['**:refusal-kept | why | link', undefined],
  ['**:{refusal-kept,capabilities,golden} | why | link', undefined],
  ['**:usage-* | why | link', undefined],
  ['**:refusal-keptt | why | link', /known\.txt:1: `refusal-keptt` in .* is no rule\. Known: /],
  ['**:{ends,end} | why | link', /`end` in/],
] as const)('%s names rules there are, or is refused', ([text, message]) => {
  const check = () => mustKnowRules(parseKnownFailing(text, 'known.txt'))
  if (message === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(message)
})

test('a line that a person has not filled in is refused', () => {
  expect(() => parseKnownFailing('**:ends | TODO | TODO', 'known.txt')).toThrow(
    /known\.txt:1: `\*\*:ends` still says TODO/,
  )
})
