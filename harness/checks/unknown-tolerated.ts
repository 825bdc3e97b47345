/** Rule unknown-tolerated: event types and fields nobody knows yet do not change the trace. */

import type { Check } from './check.ts'
import { defineCheck } from './define-check.ts'
import { sameAsReference } from './shared/invariant.ts'

export const unknownTolerated: Check = defineCheck(
  {
    id: 'unknown-tolerated',
    severity: 'must',
    law: 'Unknown fields change nothing, and neither do unknown events on a wire that announces them.',
    needs: 'Noise of unknown events, on wires that announce them, or of unknown fields.',
    source: 'https://platform.claude.com/docs/en/api/versioning',
    check(subject) {
      const { delivery, wire } = subject
      if (delivery.kind !== 'noise' || !delivery.name.includes('unknown')) {
        return { notApplicable: 'the delivery adds nothing unknown' }
      }
      if (delivery.name.includes('event') && !wire.announcesUnknownEvents) {
        return { notApplicable: `\`${wire.name}\` does not announce unknown events` }
      }
      return sameAsReference(subject)
    },
  },
  { judgesUnended: true },
)
