import { describe, expect, test } from 'vitest'
import type { Part } from '../trace/part.ts'
import { assemble } from '../trace/assemble.ts'
import type { Trace } from '../trace/trace.ts'
import { abortHonoured } from './abort-honoured.ts'
import type { Subject, Told } from './check.ts'
import { deterministic } from './deterministic.ts'
import { incremental } from './incremental.ts'
import { isolation } from './isolation.ts'
import { partShape } from './part-shape.ts'
import { streamEqualsBody } from './stream-equals-body.ts'
import * as said from './testing/said.ts'
import { subjectOf, type SubjectOptions } from './testing/subject.ts'

const hello: Part[] = [
  { type: 'block-start', index: 0, kind: 'text' },
  { type: 'text-delta', index: 0, text: 'hello' },
]
const finish: Part = { type: 'finish', reason: 'stop' }

const told = (parts: Part[], more: Partial<Trace> = {}): Told => {
  const trace = { ...subjectOf({ parts }).trace, ...more }
  return { trace, assembled: assemble(trace) }
}

describe.each([
  ['deterministic', deterministic, 'again'],
  ['isolation', isolation, 'beside'],
] as const)('%s', (_, rule, field) => {
  const subject = subjectOf({ blocks: [said.text('hello')], parts: [...hello, finish] })
  const withOther = (other: Told) => rule.check({ ...subject, [field]: other })

  test('accepts an equal trace, joined otherwise', () => {
    const halves: Part[] = [
      { type: 'block-start', index: 0, kind: 'text' },
      { type: 'text-delta', index: 0, text: 'hel' },
      { type: 'text-delta', index: 0, text: 'lo' },
      finish,
    ]
    expect(withOther(told(halves))).toEqual({ findings: [] })
  })

  test.each([
    ['another text', told([{ ...hello[0]! }, { type: 'text-delta', index: 0, text: 'hellO' }, finish])],
    ['a part less', told(hello)],
    ['another end', told([...hello, finish], { end: { how: 'hung', afterMs: 1 } })],
  ])('rejects %s', (_name, other) => {
    expect(withOther(other)).toMatchObject({ findings: [{ message: expect.any(String) as string }] })
  })

  test('is not applicable where the run was not made', () => {
    expect(rule.check(subject)).toHaveProperty('notApplicable')
  })
})

const stalled = (parts: Part[], silence: Trace['silence'], options: SubjectOptions = {}): Subject =>
  subjectOf({
    ...said.cutTurn,
    blocks: [said.text('hello')],
    end: 'stall',
    ...options,
    parts,
    trace: { end: { how: 'aborted' }, ...(silence ? { silence } : {}) },
  })

describe('incremental', () => {
  test('accepts text that came out before the silence', () => {
    expect(incremental.check(stalled(hello, { parts: 2, upstreamClosed: true }))).toEqual({ findings: [] })
  })

  test('rejects text, reasoning and argument fragments that are held back', () => {
    const silence = { parts: 0, upstreamClosed: true }
    expect(incremental.check(stalled(hello, silence))).toMatchObject({
      findings: [
        { message: 'text that was sent is held back until more bytes come', expected: 'hello', got: '' },
      ],
    })
    const call = said.call({ id: 'c', name: 'f', arguments: '{"a"' })
    const calls = stalled([], silence, { blocks: [call] })
    expect(incremental.check(calls)).toMatchObject({ findings: [{ expected: '{"a"' }] })
  })

  test.each([
    ['a delivery that ends', subjectOf({})],
    [
      'a driver that buffers',
      stalled([], { parts: 0, upstreamClosed: true }, { capabilities: { buffering: true } }),
    ],
    ['nothing said yet', stalled([], { parts: 0, upstreamClosed: true }, { blocks: [] })],
  ])('is not applicable to %s', (_, subject) => {
    expect(incremental.check(subject)).toHaveProperty('notApplicable')
  })
})

describe('abort-honoured', () => {
  test('accepts a run that settled and closed its upstream', () => {
    const silence = { parts: 2, settledMs: 3, upstreamClosed: true }
    expect(abortHonoured.check(stalled(hello, silence))).toEqual({ findings: [] })
  })

  test.each([
    ['one that did not settle', { parts: 2, upstreamClosed: true }, /had not settled/],
    ['one that kept the upstream open', { parts: 2, settledMs: 3, upstreamClosed: false }, /not closed/],
  ])('rejects %s', (_, silence, message) => {
    const answer = abortHonoured.check(stalled(hello, silence))
    expect(answer).toMatchObject({ findings: [{ message: expect.stringMatching(message) as string }] })
  })

  test('is not applicable at level events, or without a stall', () => {
    const silence = { parts: 2, settledMs: 3, upstreamClosed: true }
    expect(abortHonoured.check(stalled(hello, silence, { level: 'events' }))).toHaveProperty('notApplicable')
    expect(abortHonoured.check(subjectOf({}))).toHaveProperty('notApplicable')
  })
})

describe('part-shape', () => {
  test('accepts a clean driver and rejects each fault of one', () => {
    expect(partShape.check(subjectOf({}))).toEqual({ findings: [] })
    const faulty = subjectOf({ trace: { driverFaults: ['`project` threw x', '`end` threw y'] } })
    expect(partShape.check(faulty)).toMatchObject({
      findings: [{ message: '`project` threw x' }, { message: '`end` threw y' }],
    })
  })
})

describe('stream-equals-body', () => {
  const stream = subjectOf({ blocks: [said.text('hello')], parts: [...hello, finish] })
  const judge = (body: Told) => streamEqualsBody.check({ ...stream, body })

  test('accepts the same turn told whole', () => {
    const whole: Part[] = [{ type: 'text-delta', index: 3, text: 'hello' }, finish]
    expect(judge(told(whole))).toEqual({ findings: [] })
  })

  test.each([
    ['another text', told([{ type: 'text-delta', index: 0, text: 'hell' }, finish]), /`text`/],
    ['another finish', told([...hello, { type: 'finish', reason: 'max-tokens' }]), /`finish\.reason`/],
    ['usage of its own', told([...hello, { type: 'usage', usage: { outputTokens: 3 } }, finish]), /`usage/],
  ])('rejects %s', (_, body, message) => {
    expect(judge(body)).toMatchObject({ findings: [{ message: expect.stringMatching(message) as string }] })
  })

  test('rejects a converter that throws over the body', () => {
    const thrown = told([], {
      end: { how: 'threw', error: { phase: 'start', name: 'Error', message: 'no' } },
    })
    expect(judge(thrown)).toMatchObject({
      findings: [{ message: expect.stringContaining('threw') as string }],
    })
  })

  test('is not applicable without a body', () => {
    expect(streamEqualsBody.check(stream)).toHaveProperty('notApplicable')
  })
})
