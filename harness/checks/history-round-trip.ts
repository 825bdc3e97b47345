/** Rule history-round-trip: a turn that becomes history goes back to the provider as it came. */

import type { NeutralRequest, RequestFeature } from '../turn/request.ts'
import type { Check, Subject } from './check.ts'
import { lackingOf, requestFindings } from './shared/request-findings.ts'

export const historyRoundTrip: Check = {
  id: 'history-round-trip',
  severity: 'must',
  law: 'The blocks of a turn, given back as history, reach the provider with their ids, names, arguments, texts and signatures.',
  needs: 'The recorded delivery of a turn that ended well; level http, or `toRequest`.',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
  check: (subject) => {
    const { history } = subject
    if (!history) return { notApplicable: 'the turn is none that becomes history' }
    if ('notMade' in history) return { notApplicable: history.notMade }
    return { findings: requestFindings(history, lackingInHistory(subject, history.asked)) }
  },
}

const signatures: readonly RequestFeature[] = ['reasoning', 'reasoning-signature', 'call-signature']

/** Blocks can give back only what they hold. */
function lackingInHistory(subject: Subject, asked: NeutralRequest): ReadonlySet<RequestFeature> {
  const lacking = lackingOf(subject, asked)
  if (subject.capabilities.signatures) return lacking
  return new Set([...lacking, ...signatures])
}
