/** Rule abort-honoured: after an abort the converter ends, and lets go of the upstream. */

import type { Check } from './check.ts'

export const abortHonoured: Check = {
  id: 'abort-honoured',
  severity: 'must',
  law: 'After its signal aborts, a converter settles within a second and the upstream connection is closed.',
  needs: 'A delivery that stalls; not level `events`.',
  source: 'https://dom.spec.whatwg.org/#abortcontroller-api-integration',
  check: ({ trace, driver }) => {
    const { silence, end } = trace
    if (silence === undefined) return { notApplicable: 'only a delivery that stalls is aborted' }
    if (driver.level === 'events')
      return { notApplicable: 'at level `events` the harness itself holds the connection' }
    if (end.how === 'returned' || end.how === 'threw')
      return { notApplicable: 'it had ended before the abort' }
    const findings = []
    if (silence.settledMs === undefined) {
      findings.push({
        message: 'it had not settled a second after the abort',
        expected: 'settled',
        got: end.how,
      })
    }
    if (!silence.upstreamClosed) {
      findings.push({
        message: 'the upstream was not closed after the abort',
        expected: 'closed',
        got: 'open',
      })
    }
    return { findings }
  },
}
