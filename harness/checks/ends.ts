/** Rule ends: the converter settles, and does not give parts without end. */

import type { TraceEnd } from '../trace/trace.ts'
import type { Check, Finding } from './check.ts'
import { defineCheck } from './define-check.ts'

export const ends: Check = defineCheck(
  {
    id: 'ends',
    severity: 'must',
    law: 'When the body ends, however it ends, the converter settles.',
    needs: 'Every delivery.',
    source: 'https://streams.spec.whatwg.org/#default-reader-read',
    check: ({ trace }) => ({ findings: endFindings(trace.end, trace.parts.length) }),
  },
  { judgesUnended: true },
)

function endFindings(end: TraceEnd, parts: number): Finding[] {
  const place = parts === 0 ? {} : { place: { part: parts - 1 } }
  if (end.how === 'hung') {
    const message = `the converter did not settle within ${end.afterMs} ms after it started`
    return [{ message, ...place, expected: 'an end', got: 'none' }]
  }
  if (end.how === 'flooded') {
    return [
      {
        message: `the converter was stopped after ${end.parts} parts of ${end.characters} characters`,
        ...place,
        expected: 'an end',
        got: 'none',
      },
    ]
  }
  return []
}
