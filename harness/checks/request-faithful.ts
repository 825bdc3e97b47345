/** Rule request-faithful: the request carries what was asked for, and nothing else. */

import type { RequestFeature } from '../turn/request.ts'
import type { Check, Finding, RequestSubject, Subject } from './check.ts'
import { requestDifferences } from './shared/request-difference.ts'
import { withoutFeatures } from './shared/request-features.ts'
import { lackingOf, requestFindings } from './shared/request-findings.ts'

export const requestFaithful: Check = {
  id: 'request-faithful',
  severity: 'must',
  law: 'The request carries the system prompt, the messages, the tools and the options that were asked for, and no others.',
  needs: "A case of the suite's own requests; level http, or `toRequest`.",
  source: 'https://platform.openai.com/docs/api-reference/chat/create',
  check: (subject) => {
    const { request } = subject
    if (!request) return { notApplicable: 'the case asks for no request of its own' }
    if ('notMade' in request) return { notApplicable: request.notMade }
    const lacking = lackingOf(subject, request.asked)
    return {
      findings: [
        ...requestFindings(request, lacking),
        ...carriedYetDeclaredLacking(request, subject, lacking),
      ],
    }
  },
}

/** A declaration that is wrong would hide the day the feature is lost. */
function carriedYetDeclaredLacking(
  { asked, sent }: RequestSubject,
  { wire, capabilities }: Subject,
  lacking: ReadonlySet<RequestFeature>,
): Finding[] {
  if (!sent) return []
  const declared = capabilities.requestLacks.filter((feature) => !wire.requests?.lacks.includes(feature))
  const left = (features: ReadonlySet<RequestFeature>) => JSON.stringify(withoutFeatures(asked, features))
  return declared
    .filter((feature) => {
      const others = new Set([...lacking].filter((other) => other !== feature))
      return left(others) !== left(lacking) && requestDifferences(asked, sent.request, others).length === 0
    })
    .map((feature) => ({
      message: `\`requestLacks\` names \`${feature}\`, yet the request carries it. Remove it.`,
    }))
}
