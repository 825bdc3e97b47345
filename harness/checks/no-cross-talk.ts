/** Rule no-cross-talk: what the provider sent as one kind does not come out as another. */

import type { Check, Finding, Subject } from './check.ts'
import { defineCheck } from './define-check.ts'
import {
  isInterleaving,
  joinedText,
  proseKinds,
  saidProse,
  toldProse,
  type ProseKind,
} from './shared/prose.ts'

type Kind = ProseKind | 'arguments'
/** What was said and told of one kind. */
type Stream = { kind: Kind; said: string; told: string; part: number | undefined }

export const noCrossTalk: Check = defineCheck({
  id: 'no-cross-talk',
  severity: 'must',
  law: 'Text, reasoning, refusals and arguments are not mixed: what was sent as one kind does not come out as another.',
  needs: 'Text, reasoning or a refusal.',
  source: 'https://api-docs.deepseek.com/guides/reasoning_model',
  check(subject) {
    const streams = [...proseKinds.map((kind) => proseStream(subject, kind)), argumentStream(subject)]
    const present = streams.filter(({ said, told }) => said !== '' || told !== '')
    if (present.length < 2) return { notApplicable: 'only one kind occurs, so there is nothing to mix' }
    return { findings: present.flatMap((stream) => mixedIn(subject, stream, present)) }
  },
})

function proseStream(subject: Subject, kind: ProseKind): Stream {
  const told = toldProse(subject, kind)
  return {
    kind,
    said: saidProse(subject, kind)
      .map(({ text }) => text)
      .join(''),
    told: joinedText(told),
    part: told[0]?.deltas[0] ?? told[0]?.start,
  }
}

function argumentStream({ truth, assembled, capabilities }: Subject): Stream {
  const told = assembled.blocks.filter(({ kind }) => kind === 'tool-call')
  const said = truth.turn.blocks.map((block) => (block.type === 'tool-call' ? block.arguments : '')).join('')
  // Without argument deltas the arguments are only in the block-ends, and nothing is missing in the deltas.
  return {
    kind: 'arguments',
    said,
    told: capabilities.argumentDeltas ? joinedText(told) : said,
    part: told[0]?.start,
  }
}

/** A surplus in one stream that is what another one lacks. A stretch that both would say is no evidence. */
function mixedIn(subject: Subject, stream: Stream, all: readonly Stream[]): Finding[] {
  if (isLeftOf(stream.said, stream.told) || isFree(subject, stream.kind)) return []
  const surplus = without(stream.told, stream.said)
  if (surplus.trim() === '') return []
  return all
    .filter((other) => other.kind !== stream.kind && holds(stream, without(other.said, other.told), surplus))
    .map((other) => ({
      message: `${other.kind} of the provider came out as ${stream.kind}`,
      place: stream.part === undefined ? {} : { part: stream.part },
      expected: stream.said,
      got: stream.told,
    }))
}

/** Whether `told` is `said`, with or without losses: what was lost here is the matter of other rules, and nothing came from elsewhere. */
function isLeftOf(said: string, told: string): boolean {
  let at = 0
  for (let next = 0; next < said.length && at < told.length; next++) {
    if (said[next] === told[at]) at += 1
  }
  return at === told.length
}

/** Hidden reasoning may be shown with any text. */
function isFree({ truth }: Subject, kind: Kind): boolean {
  return (
    kind === 'reasoning' && truth.turn.blocks.some((block) => block.type === 'reasoning' && block.redacted)
  )
}

/** `text` without what it has in common with `other` at its start and its end. */
function without(text: string, other: string): string {
  const start = commonLength(text, other, (of, at) => of[at])
  const [rest, left] = [text.slice(start), other.slice(start)]
  return rest.slice(0, rest.length - commonLength(rest, left, (of, at) => of.at(-1 - at)))
}

function commonLength(a: string, b: string, unit: (text: string, at: number) => string | undefined): number {
  let at = 0
  while (at < a.length && at < b.length && unit(a, at) === unit(b, at)) at += 1
  return at
}

/** One or two letters may stand together anywhere; from three on it is the same text. */
function holds({ said, told }: Stream, lacking: string, surplus: string): boolean {
  if (lacking.trim() === '') return false
  const text = surplus.trim()
  return (
    lacking.trim() === text ||
    (text.length >= 3 && lacking.includes(text)) ||
    isInterleaving(told, [said, lacking])
  )
}
