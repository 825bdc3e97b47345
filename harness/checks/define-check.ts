/** What all rules share: the cases none of them can judge, and the readings a delivery leaves open. */

import type { Check, CheckAnswer, Subject } from './check.ts'
import { endingOf, fateOf, isHttpError } from './shared/fate.ts'
import { otherReadings } from './shared/other-readings.ts'
import { joinedText, proseKinds, saidProse, toldProse } from './shared/prose.ts'

export type CheckOptions = {
  /** The rule can also judge a run that did not end (hung, flooded or aborted by the harness). Default: no. */
  judgesUnended?: boolean
}

/**
 * A rule with the common guards. Where the delivery leaves open what a converter could read (an event whose blank line
 * never came, reads that a reset discarded), one reading without findings is enough.
 */
export function defineCheck(check: Check, options: CheckOptions = {}): Check {
  return {
    ...check,
    check(subject) {
      const reason = notJudged(subject, options)
      if (reason !== undefined) return { notApplicable: reason }
      const answer = check.check(subject)
      if ('notApplicable' in answer || answer.findings.length === 0) return answer
      return cleanAnswerOfOthers(check, subject) ?? answer
    },
  }
}

function notJudged({ delivered, driver, trace }: Subject, options: CheckOptions): string | undefined {
  if (delivered.end === 'stall') return 'the upstream falls silent for ever, so nothing has to come out'
  if (driver.level === 'events' && isHttpError(delivered.status)) {
    return 'a converter at level `events` never sees an HTTP error'
  }
  const { how } = trace.end
  if (how === 'returned' || how === 'threw' || options.judgesUnended) return undefined
  return `the run ended as \`${how}\`, so what came out is not the whole answer`
}

/**
 * Not applicable clears a rule only where the shorter reading is a cut turn and the longer one was not, or where nothing
 * else came out than the shorter one holds.
 */
function cleanAnswerOfOthers(check: Check, subject: Subject): CheckAnswer | undefined {
  for (const truth of otherReadings(subject)) {
    const other = { ...subject, truth }
    const answer = check.check(other)
    if ('findings' in answer && answer.findings.length === 0) return answer
    const becameCut = mayBecomeCut(subject) && fateOf(other).how === 'cut'
    if ('notApplicable' in answer && (becameCut || isWhole(other))) return answer
  }
  return undefined
}

/**
 * A failure that the longer reading reports counts as lost only for a converter that reports one too, having met the
 * broken connection first. A turn that is cut in both readings says the same of its blocks in both.
 */
function mayBecomeCut(subject: Subject): boolean {
  const { how } = fateOf(subject)
  return how === 'finished' || (how === 'failed' && endingOf(subject)?.reason === 'error')
}

/** What came out is what the shorter reading holds: the same prose, and calls with the same arguments as far as these come in deltas. */
function isWhole(subject: Subject): boolean {
  const told = subject.assembled.blocks.filter(({ kind }) => kind === 'tool-call')
  const said = subject.truth.turn.blocks.flatMap((block, at) =>
    block.type === 'tool-call'
      ? [{ block, isValue: subject.truth.evidence[at]?.argumentsAs === 'value' }]
      : [],
  )
  const sameCalls =
    told.length === said.length &&
    said.every(({ block, isValue }, at) => isValue || told[at]?.joined === block.arguments)
  return (
    sameCalls &&
    proseKinds.every((kind) => {
      const texts = saidProse(subject, kind).map(({ text }) => text)
      return joinedText(toldProse(subject, kind)) === texts.join('')
    })
  )
}
