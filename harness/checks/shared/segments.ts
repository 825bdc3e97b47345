/** Whether several blocks of one kind stay apart, where the wire or the driver says so. */

import type { TurnBlock } from '../../turn/turn.ts'
import type { Finding, Subject } from '../check.ts'
import { proseKinds, saidProse, toldProse, undeclared, type ProseKind, type Stretch } from './prose.ts'
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
  const told = toldProse(subject, kind).filter(({ joined }) => joined !== '')
  const [expected, got] = [said.map(({ text }) => text), told.map(({ joined }) => joined)]
  if (expected.join('') !== got.join('')) return []
  const borders = bordersOf(expected)
  const toldBorders = bordersOf(got)
  const wrong = toldBorders.find((border) => !borders.includes(border))
  const merged = borders.findIndex((border, at) => isHard(subject, said, at) && !toldBorders.includes(border))
  if (wrong === undefined && merged === -1) return []
  const at = wrong === undefined ? merged : borders.findIndex((border) => border > wrong)
  const block = said.at(at)
  return [
    {
      message: `the ${kind} came out in ${got.length} blocks with other borders than the ${expected.length} of the provider`,
      place: block === undefined ? {} : blockPlace(subject, block.at),
      expected,
      got,
    },
  ]
}

/** Offsets in the joined text at which one block ends and the next begins. */
function bordersOf(texts: readonly string[]): number[] {
  return texts.slice(0, -1).map((_, at) => texts.slice(0, at + 1).join('').length)
}

/** Two blocks with nothing between them but what the driver does not show stand side by side, and may be told as one. */
function isHard(subject: Subject, said: readonly Stretch[], border: number): boolean {
  const [from, to] = [said[border]?.at ?? 0, said[border + 1]?.at ?? 0]
  const between = subject.truth.turn.blocks.slice(from + 1, to)
  return between.length === 0 || between.some((block) => isShown(subject, block))
}

function isShown(subject: Subject, block: TurnBlock): boolean {
  if (block.type === 'tool-call') return true
  if (block.type === 'opaque') return subject.capabilities.opaque
  return block.text !== '' && undeclared(subject, block.type) === undefined
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
