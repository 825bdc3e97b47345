/** Rule rechunk-invariant: the same bytes with other borders give the same trace. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { sameAsReference } from './shared/invariant.ts'

export const rechunkInvariant: Check = defineCheck(
  {
    id: 'rechunk-invariant',
    severity: 'must',
    law: 'The trace does not depend on where the reads of the body end.',
    needs: 'A delivery of kind rechunk; not level `events`.',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
    check(subject) {
      if (subject.delivery.kind !== 'rechunk') return { notApplicable: 'the delivery does not move borders' }
      if (subject.driver.level === 'events')
        return { notApplicable: 'a converter at level `events` sees no borders' }
      return sameAsReference(subject)
    },
  },
  { judgesUnended: true },
)
