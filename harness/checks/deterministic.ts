/** Rule deterministic: the same input gives the same trace. */

import type { Check } from './check.ts'
import { invariantFindings } from './shared/invariant.ts'

export const deterministic: Check = {
  id: 'deterministic',
  severity: 'must',
  law: 'The same bytes give the same trace, generated ids and raw values aside.',
  needs: 'The recorded delivery, run twice.',
  source: 'https://fast-check.dev/docs/core-blocks/properties/',
  check: (subject) => {
    const { again } = subject
    if (again === undefined) return { notApplicable: 'the delivery was run once' }
    return { findings: invariantFindings(subject, again, 'a second run of the same delivery') }
  },
}
