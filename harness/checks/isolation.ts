/** Rule isolation: two streams at once do not mix. */

import type { Check, Finding, Subject } from './check.ts'
import { invariantFindings } from './shared/invariant.ts'

export const isolation: Check = {
  id: 'isolation',
  severity: 'must',
  law: 'A stream that runs beside another one gives the trace it gives alone.',
  needs: 'The recorded delivery, run beside another stream.',
  source: 'https://nodejs.org/en/learn/asynchronous-work/overview-of-blocking-vs-non-blocking',
  check: (subject) => {
    const { beside, neighbour } = subject
    if (beside === undefined) return { notApplicable: 'the delivery was not run beside another' }
    return {
      findings: [
        ...invariantFindings(subject, beside, 'the same delivery beside another stream'),
        ...(neighbour ? neighbourFindings(subject, neighbour) : []),
      ],
    }
  },
}

/** What the stream does to the one beside it. Ids of that one are made up or not, which nothing here tells. */
function neighbourFindings(
  subject: Subject,
  { beside, alone }: NonNullable<Subject['neighbour']>,
): Finding[] {
  return invariantFindings({ ...subject, trace: beside.trace }, alone, 'the other stream when it runs alone')
}
