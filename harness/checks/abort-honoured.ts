/** Rule abort-honoured: after an abort the converter ends, lets go of the upstream, and tells the abort as one. */

import type { Check, Finding, Subject } from './check.ts'
import { outcomeText } from './shared/outcomes.ts'

export const abortHonoured: Check = {
  id: 'abort-honoured',
  severity: 'must',
  law: 'After its signal aborts, a converter settles within a second, the upstream connection is closed, and the end it gives is an abort, neither a success nor a failure of the provider.',
  needs: 'A delivery that stalls; not level `events`.',
  source: 'https://dom.spec.whatwg.org/#abortcontroller-api-integration',
  check: (subject) => {
    const { trace, driver } = subject
    const { silence, end } = trace
    if (silence === undefined) return { notApplicable: 'only a delivery that stalls is aborted' }
    if (driver.level === 'events')
      return { notApplicable: 'at level `events` the harness itself holds the connection' }
    if (end.how === 'returned' || end.how === 'threw')
      return { notApplicable: 'it had ended before the abort' }
    const findings: Finding[] = []
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
    return { findings: [...findings, ...endFindings(subject, silence.parts)] }
  },
}

/** What was said before the abort says nothing of it. */
function endFindings({ assembled, capabilities }: Subject, partsBefore: number): Finding[] {
  const first = assembled.finishes[0]
  if (first === undefined || first.part < partsBefore) return []
  const { reason, failure } = first.finish
  const aborted = capabilities.codes.ABORTED ?? 'ABORTED'
  if (reason === 'aborted' || (reason === 'error' && failure?.code === aborted)) return []
  const got = outcomeText({ reason, ...(failure === undefined ? {} : { code: failure.code }) })
  return [
    { message: `the abort is told as \`${got}\``, place: { part: first.part }, expected: 'aborted', got },
  ]
}
