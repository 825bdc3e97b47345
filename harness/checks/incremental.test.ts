import { describe, expect, test } from 'vitest'
import { incremental } from './incremental.ts'
import { subjectOf, type SubjectOptions } from './testing/subject.ts'
import * as said from './testing/said.ts'
import * as told from './testing/told.ts'

const silent = (parts: number) => ({ silence: { parts, upstreamClosed: true } })

describe('incremental', () => {
  const blocks = [said.text('ab')]
  const heldBack: SubjectOptions = { blocks, finish: null, end: 'stall', trace: silent(0) }

  test('rejects text that is held back while the upstream is silent', () => {
    expect(incremental.check(subjectOf(heldBack))).toMatchObject({
      findings: [{ message: expect.stringContaining('text that was sent is held back') as string }],
    })
  })

  test('accepts text that came out before the silence', () => {
    const parts = told.text(0, 'ab')
    expect(incremental.check(subjectOf({ ...heldBack, parts, trace: silent(2) }))).toEqual({ findings: [] })
  })

  test('asks for nothing of an event whose end has not come', () => {
    const answer = incremental.check(subjectOf({ ...heldBack, terminated: false }))
    expect(answer).toEqual({ notApplicable: 'nothing was said before the silence' })
  })
})
