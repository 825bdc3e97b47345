/** How the provider's turn ended, and how the converter says that it ended. Not here: which ends are right (outcomes.ts). */

import type { Failure } from '../../turn/failure.ts'
import type { FinishReason, TurnFinish } from '../../turn/turn.ts'
import type { Reading } from '../../wire/wire.ts'
import type { Subject } from '../check.ts'

export type Fate = {
  /**
   * `failed`: an HTTP error, an error inside the stream, or bytes that cannot be read.
   * `cut`: the stream stopped with nothing said. `finished`: neither.
   */
  how: 'finished' | 'failed' | 'cut'
  /**
   * The finish the provider gave. In a failed or cut turn it was said before the failure: a converter may have passed
   * it on already, so both ends are right.
   */
  finish?: TurnFinish
  /** Present when `failed`. */
  failure?: Failure
  /** The turn counts as answered although something is missing: the terminator, or the word for the finish. */
  answered: boolean
  /** Bytes that cannot be read, or a last event without its end. */
  damaged: boolean
  /** The error that was reported stands outside of any event, where a parser need not see it: then the stream just stops. */
  isStray: boolean
}

export function isHttpError(status: number): boolean {
  return status < 200 || status > 299
}

type Truth = Pick<Subject, 'truth' | 'wire' | 'events'>

export function fateOf(subject: Truth): Fate {
  const { turn, damage } = subject.truth
  const { failure } = turn.finish ?? {}
  const finish = turn.finish?.reason === 'error' ? finishBeforeFailure(subject) : turn.finish
  const damaged = damage !== undefined
  const said = finish === undefined ? {} : { finish }
  if (turn.finish?.reason === 'error' || failure !== undefined) {
    const known = failure ?? { code: 'UNKNOWN', message: '' }
    return {
      how: 'failed',
      ...said,
      failure: known,
      answered: finish !== undefined,
      damaged,
      isStray: hasStrayError(subject),
    }
  }
  if (damaged || turn.state === 'open') {
    return {
      how: 'cut',
      ...said,
      answered: finish !== undefined || turn.state === 'answered',
      damaged,
      isStray: false,
    }
  }
  return {
    how: 'finished',
    ...said,
    answered: turn.state === 'answered' || isWordless(turn.finish),
    damaged,
    isStray: false,
  }
}

/** JSON between events, as Gemini servers report an error after they began to stream: https://github.com/vercel/ai/issues/5217 */
function hasStrayError({ events, truth }: Truth): boolean {
  return events.some(({ index, damage }) => index === truth.finishEvent && damage !== undefined)
}

/** A terminator without a finish before it, as some senders end a chat stream: https://github.com/vercel/ai/issues/19169 */
export function isWordless(finish: TurnFinish | undefined): boolean {
  return finish === undefined || (finish.reason === 'other' && finish.raw === undefined)
}

const before = new WeakMap<Reading, { finish?: TurnFinish }>()

/** A reader keeps one finish; where an error took its place, the events before the error are read once more. */
function finishBeforeFailure({ truth, wire, events }: Truth): TurnFinish | undefined {
  const known = before.get(truth)
  if (known) return known.finish
  const at = truth.damage?.event ?? truth.finishEvent
  const earlier = at === undefined ? undefined : wire.readTurn(events.filter(({ index }) => index < at)).turn
  const finish = earlier?.finish?.reason === 'error' ? undefined : earlier?.finish
  before.set(truth, finish === undefined ? {} : { finish })
  return finish
}

/** How the converter ended. A throw without a finish part is an error that says no code. */
export type Ending = { reason: FinishReason; failure?: Failure; raw?: string; part?: number }

/** The converter's first finish; undefined where it ended in silence. */
export function endingOf({ assembled, trace }: Pick<Subject, 'assembled' | 'trace'>): Ending | undefined {
  const first = assembled.finishes[0]
  if (first === undefined) return trace.end.how === 'threw' ? { reason: 'error' } : undefined
  const { reason, failure, raw } = first.finish
  return {
    reason,
    part: first.part,
    ...(failure === undefined ? {} : { failure }),
    ...(raw === undefined ? {} : { raw }),
  }
}

/**
 * The provider said more after its finish (content, an error, a broken connection). What a converter makes of that
 * after its own finish is free.
 */
export function saidMoreAfterFinish(
  subject: Pick<Subject, 'truth' | 'wire' | 'events' | 'delivered'>,
): boolean {
  const { how, finish, damaged } = fateOf(subject)
  if (finish !== undefined && (how !== 'finished' || damaged || subject.delivered.end === 'reset'))
    return true
  return subject.truth.evidence.some((_, at) => isAfterFinish(subject.truth, at))
}

/** Whether the provider spoke of the block after its finish. */
export function isAfterFinish({ finishEvent, evidence }: Reading, at: number): boolean {
  const own = evidence[at]
  return finishEvent !== undefined && own !== undefined && own.lastEvent > finishEvent
}
