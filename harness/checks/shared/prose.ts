/** Text, reasoning and refusals: what the provider said of a kind, and what the converter told. Not here: calls (match-calls.ts). */

import type { AssembledBlock } from '../../trace/assemble.ts'
import type { Finding, Subject } from '../check.ts'
import { isAfterFinish } from './fate.ts'
import { blockPlace } from './places.ts'
import { textDifference } from './text-difference.ts'

export type ProseKind = 'text' | 'reasoning' | 'refusal'
export const proseKinds: readonly ProseKind[] = ['text', 'reasoning', 'refusal']

/** One stretch that must come out, as the driver declares it: a refusal told as text counts as text. */
export type Stretch = {
  /** Position in `truth.turn.blocks`. */
  at: number
  text: string
  /** Whatever text the converter shows for it is right. */
  isFree: boolean
  /** The provider said it, or its last part, after its finish: it may be missing. */
  isLate: boolean
}

type Known = Pick<Subject, 'truth' | 'capabilities' | 'assembled' | 'events' | 'wire'>

/** The stretches of a kind in turn order; empty text that need not be told is left out. */
export function saidProse({ truth, capabilities }: Known, kind: ProseKind): Stretch[] {
  return truth.turn.blocks.flatMap((block, at) => {
    if (block.type !== 'text' && block.type !== 'reasoning' && block.type !== 'refusal') return []
    const told = block.type === 'refusal' && capabilities.refusal === 'as-text' ? 'text' : block.type
    const isFree = block.type === 'reasoning' && block.redacted === true
    if (told !== kind || (block.text === '' && !isFree)) return []
    return [{ at, text: block.text, isFree, isLate: isAfterFinish(truth, at) }]
  })
}

/** The blocks of a kind that the converter told, in their order. */
export function toldProse({ assembled }: Pick<Subject, 'assembled'>, kind: ProseKind): AssembledBlock[] {
  return assembled.blocks.filter((block) => block.kind === kind)
}

export function joinedText(blocks: readonly { joined: string }[]): string {
  return blocks.map(({ joined }) => joined).join('')
}

/** Whether the driver shows the kind at all, or why not. */
export function undeclared(
  { capabilities }: Pick<Subject, 'capabilities'>,
  kind: ProseKind,
): string | undefined {
  if (kind === 'reasoning' && !capabilities.reasoning) return 'the driver does not declare `reasoning`'
  if (kind === 'refusal' && capabilities.refusal !== 'own') {
    return `the driver declares refusals \`${capabilities.refusal}\``
  }
  return undefined
}

/** Everything that is wrong with the joined text of a kind. */
export function proseFindings(subject: Known, kind: ProseKind): Finding[] {
  const said = saidProse(subject, kind)
  const told = toldProse(subject, kind)
  const isRight =
    kind === 'reasoning' ? matchesWithFreedom(subject, said, joinedText(told)) : isSaid(subject, said, told)
  const findings = isRight ? [] : [joinedFinding(subject, kind, said, told)]
  return [...findings, ...endFindings(subject, kind, told)]
}

/** The text must be the stretches joined; the end may be missing where it came after the finish. */
function isSaid(subject: Known, said: readonly Stretch[], told: readonly AssembledBlock[]): boolean {
  const [expected, got] = [said.map(({ text }) => text).join(''), joinedText(told)]
  if (expected === got) return true
  if (said.some(({ isLate }) => isLate)) {
    const due = said.filter(({ isLate }) => !isLate).map(({ text }) => text)
    return expected.startsWith(got) && due.every((text) => got.includes(text))
  }
  return isRefusalAmongText(subject, said) && isInterleaving(got, splitRefusal(subject, said))
}

function isRefusalAmongText(subject: Known, said: readonly Stretch[]): boolean {
  return said.some(({ at }) => subject.truth.turn.blocks[at]?.type === 'refusal') && said.length > 1
}

function splitRefusal({ truth }: Known, said: readonly Stretch[]): [string, string] {
  const isRefusal = ({ at }: Stretch) => truth.turn.blocks[at]?.type === 'refusal'
  const join = (stretches: readonly Stretch[]) => stretches.map(({ text }) => text).join('')
  return [join(said.filter((stretch) => !isRefusal(stretch))), join(said.filter(isRefusal))]
}

/**
 * Whether `got` is `a` and `b` cut in pieces and laid between each other, each in its own order. Text and refusal come in
 * parallel fields, so told as one text they may alternate.
 */
export function isInterleaving(got: string, [a, b]: [string, string]): boolean {
  if (got.length !== a.length + b.length) return false
  let reachable = new Set([0])
  for (let at = 0; at < got.length; at++) {
    const next = new Set<number>()
    for (const ofA of reachable) {
      if (got[at] === a[ofA]) next.add(ofA + 1)
      if (got[at] === b[at - ofA]) next.add(ofA)
    }
    reachable = next
  }
  return reachable.has(a.length)
}

/** Reasoning: separators between parts are free, and so is the text shown for a hidden block. */
function matchesWithFreedom(subject: Known, said: readonly Stretch[], got: string): boolean {
  if (said.map(({ text }) => text).join('') === got) return true
  const parts = said.flatMap((stretch) => patternsOf(subject, stretch))
  const isParted =
    parts.length > 1 || said.some(({ isFree }) => isFree) || subject.wire.name === 'openai-responses'
  const late = said.some(({ isLate }) => isLate)
  if (
    late &&
    said
      .map(({ text }) => text)
      .join('')
      .startsWith(got)
  )
    return true
  return isParted && new RegExp(`^${parts.join('\\s*')}\\s*$`).test(got)
}

function patternsOf({ truth }: Known, { at, text, isFree }: Stretch): string[] {
  if (isFree) return ['[\\s\\S]*?']
  const borders = truth.evidence[at]?.partBorders ?? []
  return [0, ...borders].map((from, part) => escaped(text.slice(from, borders[part])))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function joinedFinding(
  subject: Known,
  kind: ProseKind,
  said: readonly Stretch[],
  told: readonly AssembledBlock[],
): Finding {
  const { at, expected, got } = textDifference(said.map(({ text }) => text).join(''), joinedText(told))
  const block = stretchAt(said, at)
  const part = partAt(told, at)
  return {
    message: `the ${kind} that came out is not the ${kind} the provider sent; they part at character ${at}`,
    place: block === undefined ? (part === undefined ? {} : { part }) : blockPlace(subject, block.at, part),
    expected,
    got,
  }
}

function stretchAt(said: readonly Stretch[], at: number): Stretch | undefined {
  let end = 0
  return said.find(({ text }) => at < (end += text.length)) ?? said.at(-1)
}

function partAt(told: readonly AssembledBlock[], at: number): number | undefined {
  let end = 0
  const block = told.find(({ joined }) => at < (end += joined.length)) ?? told.at(-1)
  return block?.deltas.at(-1) ?? block?.end ?? block?.start
}

/** A block-end that holds another text than its deltas. Deltas behind the end are another rule's matter. */
function endFindings(subject: Known, kind: ProseKind, told: readonly AssembledBlock[]): Finding[] {
  return told.flatMap(({ block, joined, end = -1, deltas }) => {
    if (block === undefined || !('text' in block) || block.text === joined) return []
    const isFree = block.type === 'reasoning' && (block.redacted || isSameButForSpace(joined, block.text))
    if (isFree || deltas.some((delta) => delta > end)) return []
    const difference = textDifference(joined, block.text)
    return [
      {
        message: `the ${kind} block ends with another text than its deltas gave`,
        place: { part: end },
        expected: difference.expected,
        got: difference.got,
      },
    ]
  })
}

/** Separators between parts of reasoning are free, so a converter may give them in the deltas alone. */
function isSameButForSpace(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, '') === b.replaceAll(/\s+/g, '')
}
