/** Rule incremental: what the provider has said comes out without waiting for more bytes. */

import { assemble } from '../trace/assemble.ts'
import type { Reading } from '../wire/wire.ts'
import type { Check, CheckAnswer, Finding, Subject } from './check.ts'
import { blockPlace } from './shared/places.ts'

type Kind = 'text' | 'reasoning' | 'refusal'
const prose: readonly Kind[] = ['text', 'reasoning', 'refusal']

export const incremental: Check = {
  id: 'incremental',
  severity: 'must',
  law: 'With the upstream silent but open after an event, every delta of that event has come out.',
  needs: 'A delivery that stalls; not where `buffering` is declared, nor where lines end in a lone CR.',
  source: 'https://platform.openai.com/docs/guides/streaming-responses',
  check: (subject) => {
    const { silence } = subject.trace
    if (silence === undefined) return { notApplicable: 'only a delivery that stalls shows what is held back' }
    if (subject.capabilities.buffering) return { notApplicable: 'the driver declares `buffering`' }
    if (isCrOnly(subject.delivered.reads)) {
      return { notApplicable: 'a lone CR may be the first half of a CRLF, so its event may be held back' }
    }
    return judge({ ...subject, truth: whatIsWhole(subject) }, silence.parts)
  },
}

/** An event whose end has not come is no event yet: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function whatIsWhole({ events, truth, wire }: Subject): Reading {
  const whole = events.filter(({ terminated }) => terminated)
  return whole.length === events.length ? truth : wire.readTurn(whole)
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function isCrOnly(reads: readonly Uint8Array[]): boolean {
  return reads.some((read) => read.includes(0x0d)) && !reads.some((read) => read.includes(0x0a))
}

function judge(subject: Subject, parts: number): CheckAnswer {
  const { truth, capabilities } = subject
  const out = assemble({ parts: subject.trace.parts.slice(0, parts) })
  const wanted = prose.filter((kind) => said(truth, kind) !== '' && shows(subject, kind))
  const findings: Finding[] = wanted.flatMap((kind) => {
    const got = out.blocks.filter((block) => block.kind === kind).map(({ joined }) => joined)
    return heldBack(subject, kind, said(truth, kind), got.join(''))
  })
  const calls = capabilities.argumentDeltas ? openCalls(truth) : []
  const fragments = out.blocks.filter(({ kind }) => kind === 'tool-call').map(({ joined }) => joined)
  for (const call of calls) {
    if (!fragments.includes(call.text)) {
      findings.push({
        message: 'argument fragments are held back until more bytes come',
        place: blockPlace(subject, call.at),
        expected: call.text,
        got: fragments,
      })
    }
  }
  if (wanted.length === 0 && calls.length === 0)
    return { notApplicable: 'nothing was said before the silence' }
  return { findings }
}

/** A reasoning that only stands for a signature, or is redacted, has no text that must be shown. */
function shows({ capabilities }: Subject, kind: Kind): boolean {
  if (kind === 'reasoning') return capabilities.reasoning
  return kind === 'text' || capabilities.refusal === 'own'
}

function said({ turn }: Reading, kind: Kind): string {
  return turn.blocks
    .flatMap((block) => (block.type === kind && !('redacted' in block && block.redacted) ? [block.text] : []))
    .join('')
}

/** Calls whose argument text has begun; those without a name yet may be held back, and JSON values come whole. */
function openCalls({ turn, evidence }: Reading): { at: number; text: string }[] {
  return turn.blocks.flatMap((block, at) => {
    const isText = block.type === 'tool-call' && evidence[at]?.argumentsAs !== 'value'
    return isText && block.name !== '' && block.arguments !== '' ? [{ at, text: block.arguments }] : []
  })
}

/** Text between reasoning parts is the converter's own, so what was said must be found in order, not alone. */
function heldBack(subject: Subject, kind: Kind, expected: string, got: string): Finding[] {
  const isThere =
    kind === 'reasoning' ? withoutSpace(got).includes(withoutSpace(expected)) : got.includes(expected)
  if (isThere) return []
  const at = subject.truth.turn.blocks.findIndex(({ type }) => type === kind)
  return [
    {
      message: `${kind} that was sent is held back until more bytes come`,
      place: blockPlace(subject, at),
      expected,
      got,
    },
  ]
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '')
}
