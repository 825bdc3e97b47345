/** Compares a trace with that of the same recording as recorded. Not here: what is left out of the comparison (canonical.ts). */

import { diffValues } from '../../turn/diff.ts'
import type { Trace } from '../../trace/trace.ts'
import { objectOf } from '../../wire/json-fields.ts'
import { canonicalParts, type CanonicalPart } from '../canonical.ts'
import type { CheckAnswer, Finding, Subject } from '../check.ts'
import { wireIds } from './match-calls.ts'

export function sameAsReference(subject: Subject): CheckAnswer {
  const { reference } = subject
  if (reference === undefined) {
    return { notApplicable: 'there is no trace of the recording as recorded to compare with' }
  }
  return { findings: invariantFindings(subject, reference, 'the recording as recorded') }
}

/** Where the trace of the subject differs from another one that should say the same; `of` names what the other one is of. */
export function invariantFindings(subject: Subject, other: { trace: Trace }, of: string): Finding[] {
  return [...partFindings(subject, other.trace, of), ...endFindings(subject.trace, other.trace, of)]
}

function partFindings(subject: Subject, other: Trace, of: string): Finding[] {
  const isFromWire = wireIdTest(subject)
  const told = (parts: Trace['parts']) =>
    canonicalParts(parts, isFromWire).map((part) => (subject.truth.damage ? withoutWords(part) : part))
  const [expected, got] = [told(other.parts), told(subject.trace.parts)]
  const length = Math.max(expected.length, got.length)
  const at = Array.from({ length }).findIndex((_, at) => diffValues(expected[at], got[at]).length > 0)
  if (at === -1) return []
  return [
    {
      message: `the trace differs from that of ${of}, from its ${ordinal(at + 1)} part on (adjacent deltas joined)`,
      expected: expected[at] ?? 'no further part',
      got: got[at] ?? 'no further part',
    },
  ]
}

/** A failure over broken bytes may quote them, and the lines around them. */
function withoutWords(part: CanonicalPart): CanonicalPart {
  const failure = objectOf(part['failure'])
  return failure === undefined ? part : { ...part, failure: { ...failure, message: '' } }
}

function wireIdTest(subject: Subject): (id: string) => boolean {
  const ids = new Set(
    subject.truth.turn.blocks.flatMap((block) =>
      block.type === 'tool-call' && block.id !== '' ? [block.id] : [],
    ),
  )
  return (id) => wireIds(subject, { ids: [id] }).some((wireId) => ids.has(wireId))
}

function ordinal(number: number): string {
  const rest = number % 100
  const suffix = rest >= 11 && rest <= 13 ? undefined : ['st', 'nd', 'rd'][(number % 10) - 1]
  return `${number}${suffix ?? 'th'}`
}

function endFindings(trace: Trace, other: Trace, of: string): Finding[] {
  if (other.end.how === trace.end.how) return []
  const message = `the run ends in another way than that of ${of}`
  return [{ message, expected: other.end.how, got: trace.end.how }]
}
