/** Whether several blocks of one kind stay apart, where the wire or the driver says so. */

import type { Finding, Subject } from '../check.ts'
import { joinedText, proseKinds, saidProse, toldProse, undeclared, type ProseKind } from './prose.ts'
import { blockPlace } from './places.ts'

/** Only where the whole text is right: otherwise the borders say nothing. */
export function segmentFindings(subject: Subject): Finding[] {
  const { wire, capabilities } = subject
  if (!wire.hasBlockIndexes && !capabilities.segments) return []
  return proseKinds.flatMap((kind) => segmentFinding(subject, kind))
}

function segmentFinding(subject: Subject, kind: ProseKind): Finding[] {
  if (undeclared(subject, kind) !== undefined || isLoose(subject, kind)) return []
  const said = saidProse(subject, kind)
  const expected = said.map(({ text }) => text)
  const told = toldProse(subject, kind).filter(({ joined }) => joined !== '')
  const got = told.map(({ joined }) => joined)
  if (expected.join('') !== joinedText(told)) return []
  const at = expected.findIndex((text, position) => text !== got[position])
  if (at === -1 && expected.length === got.length) return []
  const block = said[Math.max(0, at)]
  const part = told[Math.max(0, at)]
  return [
    {
      message: `the ${kind} came out in ${got.length} blocks with other borders than the ${expected.length} of the provider`,
      place: block === undefined ? {} : blockPlace(subject, block.at, part?.start),
      expected,
      got,
    },
  ]
}

/** Parts of a reasoning summary may be blocks of their own, hidden reasoning may be shown or not, and a refusal told as text may join it. */
function isLoose({ truth, capabilities }: Subject, kind: ProseKind): boolean {
  const { blocks } = truth.turn
  if (kind === 'text' && capabilities.refusal === 'as-text')
    return blocks.some(({ type }) => type === 'refusal')
  if (kind !== 'reasoning') return false
  return (
    truth.evidence.some(({ partBorders }) => partBorders !== undefined) ||
    blocks.some((block) => block.type === 'reasoning' && block.redacted)
  )
}
