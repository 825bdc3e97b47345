/** What the rules of requests have in common: a request that was not sent, one the provider would refuse, and the differences as findings. */

import type { NeutralRequest, RequestFeature } from '../../turn/request.ts'
import type { Difference } from '../../turn/diff.ts'
import type { Finding, RequestSubject, Subject } from '../check.ts'
import { requestDifferences } from './request-difference.ts'
import { uses } from './request-features.ts'

/** Of a request that was asked for and what was made of it. `lacking`: what may be missing. */
export function requestFindings(
  { asked, sent, refused }: RequestSubject,
  lacking: ReadonlySet<RequestFeature>,
): Finding[] {
  if (!sent) return mayRefuse(asked, lacking) ? [] : [{ message: `no request was made: ${refused}` }]
  return [
    ...sent.problems.map((problem) => ({ message: `the provider would refuse the request: ${problem}` })),
    ...requestDifferences(asked, sent.request, lacking).map(toFinding),
  ]
}

/** To throw over what it cannot say is as right as to leave it out. */
function mayRefuse(asked: NeutralRequest, lacking: ReadonlySet<RequestFeature>): boolean {
  return [...lacking].some((feature) => !minor.includes(feature) && uses(asked, feature))
}

/** Nobody asks for less over these. */
const minor: readonly RequestFeature[] = ['image-url-type', 'schema-name', 'result-error']

function toFinding({ path, ...sides }: Difference): Finding {
  return { message: `\`${path}\` of the request is not what was asked for`, ...sides }
}

/** What neither the wire nor the converter can say of this request. */
export function lackingOf(
  { wire, capabilities }: Pick<Subject, 'wire' | 'capabilities'>,
  { messages }: NeutralRequest,
): Set<RequestFeature> {
  const { lacks = [], callId = /./ } = wire.requests ?? {}
  const calls = messages.flatMap(({ content }) => content).filter((block) => block.type === 'tool-call')
  const isStrange = calls.some(({ id }) => !callId.test(id))
  return new Set([...lacks, ...capabilities.requestLacks, ...(isStrange ? (['call-ids'] as const) : [])])
}
