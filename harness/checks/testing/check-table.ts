/** Runs one rule over a table of subjects. */

import { describe, expect, test } from 'vitest'
import type { Check, Place } from '../check.ts'
import { subjectOf, type SubjectOptions } from './subject.ts'

export type CheckTable = {
  accepts: Record<string, SubjectOptions>
  /** With the messages of its findings, and their places where the row gives them. */
  rejects: Record<string, SubjectOptions & { finding: RegExp | RegExp[]; places?: Place[] }>
  /** With the reason. */
  notApplicable: Record<string, SubjectOptions & { reason: RegExp }>
}

export function testCheck(check: Check, table: CheckTable): void {
  describe(check.id, () => {
    test.each(Object.entries(table.accepts))('accepts %s', (_, options) => {
      expect(check.check(subjectOf(options))).toEqual({ findings: [] })
    })
    test.each(Object.entries(table.rejects))('rejects %s', (_, { finding, places, ...options }) => {
      const patterns = [finding].flat()
      const answer = check.check(subjectOf(options))
      const messages =
        'findings' in answer ? answer.findings.map(({ message }) => message) : [answer.notApplicable]
      expect(messages).toEqual(patterns.map((pattern) => expect.stringMatching(pattern) as string))
      if (places) expect('findings' in answer && answer.findings.map(({ place }) => place)).toEqual(places)
    })
    test.each(Object.entries(table.notApplicable))('does not apply to %s', (_, { reason, ...options }) => {
      expect(check.check(subjectOf(options))).toEqual({
        notApplicable: expect.stringMatching(reason) as string,
      })
    })
  })
}
