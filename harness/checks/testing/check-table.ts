/** Runs one rule over a table of subjects. */

import { describe, expect, test } from 'vitest'
import type { Check } from '../check.ts'
import { subjectOf, type SubjectOptions } from './subject.ts'

export type CheckTable = {
  accepts: Record<string, SubjectOptions>
  /** With the start of the message, or all of the messages, of its findings. */
  rejects: Record<string, SubjectOptions & { finding: RegExp | RegExp[] }>
  /** With the reason. */
  notApplicable: Record<string, SubjectOptions & { reason: RegExp }>
}

export function testCheck(check: Check, table: CheckTable): void {
  describe(check.id, () => {
    test.each(Object.entries(table.accepts))('accepts %s', (_, options) => {
      expect(check.check(subjectOf(options))).toEqual({ findings: [] })
    })
    test.each(Object.entries(table.rejects))('rejects %s', (_, { finding, ...options }) => {
      const patterns = [finding].flat()
      const answer = check.check(subjectOf(options))
      const messages =
        'findings' in answer ? answer.findings.map(({ message }) => message) : [answer.notApplicable]
      expect(messages).toEqual(patterns.map((pattern) => expect.stringMatching(pattern) as string))
    })
    test.each(Object.entries(table.notApplicable))('does not apply to %s', (_, { reason, ...options }) => {
      expect(check.check(subjectOf(options))).toEqual({
        notApplicable: expect.stringMatching(reason) as string,
      })
    })
  })
}
