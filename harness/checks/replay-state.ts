/** Rule replay-state: with the state a converter kept of a turn, the turn goes back to the provider with everything it had. */

import type { NeutralRequest, RequestFeature } from '../turn/request.ts'
import type { Check, Subject } from './check.ts'
import { lackingOf, requestFindings } from './shared/request-findings.ts'

export const replayState: Check = {
  id: 'replay-state',
  severity: 'must',
  law: 'The state a converter hands out at the end of a turn brings back its reasoning and its signatures.',
  needs: 'The same, and `replayState`.',
  source:
    'https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks',
  check: (subject) => {
    const { replay } = subject
    if (!replay)
      return { notApplicable: 'the driver has no `replayState`, or the turn is none that becomes history' }
    if ('notMade' in replay) return { notApplicable: replay.notMade }
    return { findings: requestFindings(replay, lackingWithState(subject, replay.asked)) }
  },
}

/** What the state is for: blocks alone may lack these, a message with its state may not. */
const restored: readonly RequestFeature[] = [
  'reasoning',
  'reasoning-signature',
  'redacted-reasoning',
  'call-signature',
]

function lackingWithState(subject: Subject, asked: NeutralRequest): ReadonlySet<RequestFeature> {
  const ofWire = subject.wire.requests?.lacks ?? []
  return new Set(
    [...lackingOf(subject, asked)].filter(
      (feature) => ofWire.includes(feature) || !restored.includes(feature),
    ),
  )
}
