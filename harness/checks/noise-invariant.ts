/** Rule noise-invariant: comments, pings, other line ends and the like do not change the trace. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { sameAsReference } from './shared/invariant.ts'

export const noiseInvariant: Check = defineCheck(
  {
    id: 'noise-invariant',
    severity: 'must',
    law: 'The trace does not depend on comments, pings, line ends, a byte order mark, nor on id and retry lines.',
    needs: 'A delivery of kind noise.',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
    check(subject) {
      const { delivery, driver } = subject
      if (delivery.kind !== 'noise') return { notApplicable: 'the delivery adds no noise' }
      if (delivery.name.includes('unknown'))
        return { notApplicable: 'unknown-tolerated looks at this delivery' }
      if (driver.level === 'events' && !delivery.name.includes('ping')) {
        return { notApplicable: 'a converter at level `events` does not see how events are framed' }
      }
      return sameAsReference(subject)
    },
  },
  { judgesUnended: true },
)
