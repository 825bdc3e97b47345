/** Every end a correct converter may give a turn, where several are right. Not here: what a wire's raw reasons mean (harness/wire/<wire>/outcomes.ts). */

import { codesOfConnection } from '../../replay/connection-failure.ts'
import { isUnanswered } from '../../replay/delivery.ts'
import type { Failure, FailureCode } from '../../turn/failure.ts'
import type { TurnFinish } from '../../turn/turn.ts'
import type { Outcome, WireEvent } from '../../wire/wire.ts'
import type { Subject } from '../check.ts'
import { contentOf } from './content.ts'
import { fateOf, isHttpError, isWordless, type Fate } from './fate.ts'

type Known = Pick<Subject, 'wire' | 'capabilities' | 'delivered' | 'events' | 'truth'>

/** Never empty. An outcome without a code allows any; codes are those of the driver's map. */
export function acceptableOutcomes(subject: Known): Outcome[] {
  const fate = fateOf(subject)
  const all = [
    ...(fate.how === 'failed' ? failedOutcomes(subject, fate) : []),
    ...(fate.how === 'cut' ? cutOutcomes(subject, fate) : []),
    ...(fate.how === 'finished' || fate.answered ? finishOutcomes(subject, fate) : []),
    ...(isUnsure(subject, fate) ? [errorOf('TRANSPORT')] : []),
  ]
  return distinct(all.map((outcome) => withDriverCode(subject, outcome)))
}

function distinct(outcomes: readonly Outcome[]): Outcome[] {
  return [...new Map(outcomes.map((outcome) => [outcomeText(outcome), outcome])).values()]
}

/**
 * After a finish the converter may wait for the terminator in vain, meet the broken connection, or a last event without its
 * end: reporting that is right too.
 */
function isUnsure({ delivered, events, truth }: Known, { answered }: Fate): boolean {
  const last = events.at(-1)
  // A wire without a terminator is closed by its finish.
  const closedBy = truth.terminatorEvent ?? (truth.turn.state === 'closed' ? truth.finishEvent : undefined)
  const goesOn = last !== undefined && closedBy !== undefined && last.index > closedBy
  return answered || delivered.end === 'reset' || (goesOn && !last.terminated)
}

export function errorOf(code: FailureCode): Outcome {
  return { reason: 'error', code }
}

function failedOutcomes({ delivered, wire, truth }: Known, { failure, damaged, isStray }: Fate): Outcome[] {
  const { raw } = truth.turn.finish ?? {}
  // A finish word such as `network_error`, with no error object that says more.
  if (failure?.raw === undefined && raw !== undefined && isKnownWord(wire, raw))
    return [...(wire.outcomes[raw] ?? [])]
  if (damaged) return [errorOf('TRANSPORT'), errorOf('UNKNOWN'), ...nothingCame(truth)]
  if (failure === undefined) return [{ reason: 'error' }]
  const errors = [...codesOf(failure, delivered), ...(isStray ? (['TRANSPORT'] as const) : [])].map(errorOf)
  if (failure.code === 'CONTENT_FILTER') return [...errors, { reason: 'content-filter' }]
  if (failure.code === 'ABORTED') return [...errors, { reason: 'aborted' }]
  return errors
}

/** Statuses that say two things, unless the body said which: https://www.rfc-editor.org/rfc/rfc9110#section-15 */
const statusPairs: Readonly<Record<number, readonly [FailureCode, FailureCode]>> = {
  413: ['INVALID_REQUEST', 'CONTEXT_WINDOW_EXCEEDED'],
  503: ['OVERLOADED', 'SERVER'],
  529: ['OVERLOADED', 'SERVER'],
}

function codesOf(failure: Failure, delivered: Known['delivered']): FailureCode[] {
  const { status: httpStatus } = delivered
  if (isUnanswered(delivered)) return connectionCodes(delivered)
  const pair = statusPairs[failure.status ?? httpStatus]
  const bodySaidIt = /overload|context/i.test(`${failure.providerCode} ${failure.providerType}`)
  if (pair === undefined || bodySaidIt || !isHttpError(httpStatus)) return [failure.code]
  if (failure.code === 'CONTEXT_WINDOW_EXCEEDED' || !pair.includes(failure.code)) return [failure.code]
  return [...pair]
}

function connectionCodes({ failure = 'closed' }: Known['delivered']): FailureCode[] {
  return [...codesOfConnection(failure)]
}

/** A body that is no stream at all, such as a page or a whole answer, is an empty one to a client that looks for events. */
function nothingCame({ damage, turn }: Known['truth']): Outcome[] {
  return damage?.event === 0 && turn.blocks.length === 0 ? [errorOf('EMPTY_RESPONSE')] : []
}

function cutOutcomes({ delivered, events, truth }: Known, { damaged }: Fate): Outcome[] {
  const isEmpty = events.length === 0
  return [
    errorOf('TRANSPORT'),
    ...(delivered.end === 'reset' ? connectionCodes(delivered).map(errorOf) : []),
    ...(isEmpty ? [errorOf('EMPTY_RESPONSE')] : []),
    ...(isEmpty || damaged ? [errorOf('UNKNOWN')] : []),
    ...(isHalfAnError(events.at(-1)) ? [{ reason: 'error' } as const] : []),
    ...nothingCame(truth),
  ]
}

/** Half an error says that there was one, and perhaps which. */
function isHalfAnError(last: WireEvent | undefined): boolean {
  if (last === undefined || last.terminated) return false
  return last.event === 'error' || /^\{(?:"type":"error"|"error":|"object":"error")/.test(last.data)
}

/** What the provider's own word may become, narrowed to what the driver declares. */
function finishOutcomes(subject: Known, fate: Fate): Outcome[] {
  const all = undeclaredOutcomes(subject, fate.finish)
  const declared = declaredOutcome(subject, fate.finish)
  const narrowed = declared === undefined ? [] : all.filter((outcome) => agrees(subject, declared, outcome))
  return narrowed.length > 0 ? narrowed : all
}

function undeclaredOutcomes(subject: Known, finish: TurnFinish | undefined): Outcome[] {
  const calls = subject.truth.turn.blocks.some(({ type }) => type === 'tool-call')
  const base = wordOutcomes(subject, finish, calls)
  const endsWell = base.some(
    ({ reason }) => reason === 'stop' || reason === 'tool-calls' || reason === 'other',
  )
  return [
    ...base,
    ...(endsWell && isRefused(subject) ? refusalOutcomes : []),
    ...(endsWell && contentOf(subject) !== 'some' ? [errorOf('EMPTY_RESPONSE')] : []),
  ]
}

const refusalOutcomes: readonly Outcome[] = [
  { reason: 'stop' },
  { reason: 'content-filter' },
  { reason: 'error', code: 'CONTENT_FILTER' },
]

/** Providers call a turn with calls both `stop` and `tool_calls`: https://github.com/strands-agents/harness-sdk/issues/3206 */
function wordOutcomes({ wire }: Known, finish: TurnFinish | undefined, calls: boolean): readonly Outcome[] {
  const toolCalls: Outcome[] = calls ? [{ reason: 'tool-calls' }] : []
  if (finish === undefined || isWordless(finish)) {
    return [{ reason: 'other' }, { reason: 'stop' }, ...toolCalls, errorOf('TRANSPORT')]
  }
  const { raw, reason } = finish
  if (raw === undefined) return [{ reason }]
  if (!isKnownWord(wire, raw))
    return [{ reason: 'other' }, { reason: 'stop' }, ...toolCalls, { reason: 'error' }]
  const listed = wire.outcomes[raw] ?? []
  const isStop = listed.some((outcome) => outcome.reason === 'stop')
  const isToolCalls = listed.some((outcome) => outcome.reason === 'tool-calls')
  return [...listed, ...(isStop ? toolCalls : []), ...(isToolCalls ? [{ reason: 'stop' } as const] : [])]
}

export function isKnownWord(wire: Known['wire'], raw: string): boolean {
  return Object.hasOwn(wire.outcomes, raw)
}

function isRefused({ truth }: Known): boolean {
  return truth.turn.blocks.some((block) => block.type === 'refusal' && block.text !== '')
}

/**
 * Situations with a key of their own in `capabilities.finish` are not narrowed by the raw word. A refusal beside calls that
 * are to be run is no refused turn, and a finish of another kind, such as a deferred answer, is no empty one.
 */
function declaredKey(subject: Known, finish: TurnFinish | undefined): string | undefined {
  const content = contentOf(subject)
  if (content === 'unsure' || finish === undefined || isWordless(finish)) return undefined
  if (finish.reason === 'stop' && isRefused(subject)) return 'refusal'
  if ((finish.reason === 'stop' || finish.reason === 'tool-calls') && content === 'none') return 'empty'
  const { raw } = finish
  if (raw === undefined || isKnownWord(subject.wire, raw)) return raw
  return Object.hasOwn(subject.capabilities.finish, raw) ? raw : 'unknown'
}

function declaredOutcome(subject: Known, finish: TurnFinish | undefined): Outcome | undefined {
  const key = declaredKey(subject, finish)
  const { finish: declared } = subject.capabilities
  return key !== undefined && Object.hasOwn(declared, key) ? declared[key] : undefined
}

/** What the driver declares for this finish although no correct converter may give it. */
export function wrongDeclaration(
  subject: Known,
): { key: string; declared: Outcome; acceptable: Outcome[] } | undefined {
  const { finish } = fateOf(subject)
  const key = declaredKey(subject, finish)
  const declared = declaredOutcome(subject, finish)
  if (key === undefined || declared === undefined) return undefined
  const acceptable = distinct(undeclaredOutcomes(subject, finish))
  return acceptable.some((outcome) => agrees(subject, declared, outcome))
    ? undefined
    : { key, declared, acceptable }
}

function agrees(subject: Known, declared: Outcome, outcome: Outcome): boolean {
  if (declared.reason !== outcome.reason) return false
  if (declared.code === undefined || outcome.code === undefined) return true
  return declared.code === outcome.code || declared.code === withDriverCode(subject, outcome).code
}

function withDriverCode({ capabilities }: Known, outcome: Outcome): Outcome {
  if (outcome.code === undefined) return outcome
  return { ...outcome, code: capabilities.codes[outcome.code] ?? outcome.code }
}

/** Readable form for findings: `error TRANSPORT`. */
export function outcomeText({ reason, code }: Outcome): string {
  return code === undefined ? reason : `${reason} ${code}`
}
