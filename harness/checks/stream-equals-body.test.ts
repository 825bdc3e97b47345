import { describe, expect, test } from 'vitest'
import { assemble } from '../trace/assemble.ts'
import type { Part } from '../trace/part.ts'
import type { Trace } from '../trace/trace.ts'
import { streamEqualsBody } from './stream-equals-body.ts'
import { subjectOf } from './testing/subject.ts'

function answer(stream: Part[], body: Part[], trace: Partial<Trace> = {}) {
  const subject = subjectOf({ parts: stream })
  const told = { ...subject.trace, end: { how: 'returned' as const }, ...trace, parts: body }
  return streamEqualsBody.check({ ...subject, body: { trace: told, assembled: assemble(told) } })
}

const call = (text: string): Part[] => [
  {
    type: 'block-end',
    index: 0,
    block: { type: 'tool-call', id: 'a', name: 'f', arguments: text },
  },
]
const text = (text: string): Part[] => [{ type: 'text-delta', index: 0, text }]

describe('stream-equals-body', () => {
  test.each([
    ['the same text', text('a'), text('a')],
    ['arguments that the body holds as a value', call('{"a": 1.0}'), call('{"a":1}')],
    ['arguments that are no JSON, for which a body has no place', call('{"a'), call('{}')],
    ['no arguments, spelled in two ways', call('{} '), call('')],
  ])('accepts %s', (_, stream, body) => {
    expect(answer(stream, body)).toEqual({ findings: [] })
  })

  test.each([
    ['another text', text('a'), text('b'), /`text`/],
    ['another value of an argument', call('{"a":1}'), call('{"a":2}'), /`calls\[0\]\.arguments`/],
    ['a call too few', call('{}'), [], /`calls/],
  ] as const)('rejects %s', (_, stream, body, finding) => {
    expect(answer(stream, [...body])).toMatchObject({
      findings: [{ message: expect.stringMatching(finding) as string }],
    })
  })

  test('rejects a converter that throws over the body', () => {
    const error = { phase: 'start', name: 'Error', message: 'no' } as const
    expect(answer([], [], { end: { how: 'threw', error } })).toMatchObject({ findings: [{}] })
  })

  test('does not apply where the stream goes on behind its finish', () => {
    const said = { type: 'text' as const, text: 'ab' }
    const subject = subjectOf({ blocks: [said], evidence: [{ lastEvent: 2 }], finishEvent: 1 })
    expect(streamEqualsBody.check({ ...subject, body: subject })).toMatchObject({
      notApplicable: expect.stringContaining('behind its finish') as string,
    })
  })

  test('does not apply without a body', () => {
    expect(streamEqualsBody.check(subjectOf())).toHaveProperty('notApplicable')
  })
})
