/** Telling a failure from the one line pi-ai leaves of it, `errorMessage`. Not here: finding the error event (read-turn.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { objectOf, textOf } from '../json-fields.ts'
import { codeOfStatus, factsOfAnswer, isRetryable } from '../read-status.ts'
import { codeOfWording } from '../read-wording.ts'
import type { HttpAnswer } from '../wire.ts'

/** A number is a status only where pi-ai puts one: `HTTP 500: …`, `OpenAI API error (429): …`, `429 …`. */
const statusPositions = [
  /^HTTP (?<status>[45]\d\d)\b/i,
  /^[\w -]*API error \((?<status>[45]\d\d)\)/i,
  /^(?<status>[45]\d\d)(?=[\s:]|$)/,
] as const

type Rule = { code: FailureCode; says: RegExp }

/** In order; the first that fits decides. What words say beside read-wording.ts, in the error texts of pi-ai 1.6.0. */
const beforeStatus: readonly Rule[] = [
  { code: 'QUOTA', says: /insufficient_quota/i },
  {
    code: 'CONTEXT_WINDOW_EXCEEDED',
    says: /context_length_exceeded|request_too_large|request too large for model/i,
  },
  { code: 'OVERLOADED', says: /overloaded/i },
]

const afterStatus: readonly Rule[] = [
  { code: 'ABORTED', says: /request (?:was )?aborted|user abort/i },
  { code: 'CONTENT_FILTER', says: /content.?filter|refus(?:al|ed)|safety|prohibited/i },
  { code: 'TIMEOUT', says: /time(?:d)?.?out|ETIMEDOUT|deadline/i },
  {
    code: 'TRANSPORT',
    says: /ECONN|EPIPE|ENOTFOUND|socket|other side closed|HTTP2 request|WebSocket|terminated|fetch failed|connection error|network|ended (?:without|before)|could not parse|unfinished tool call/i,
  },
  { code: 'AUTH', says: /api key|unauthori[sz]ed|authentication/i },
]

/** The code an error text speaks of; `UNKNOWN` where it speaks of none. */
export function codeOfMessage(message: string): FailureCode {
  const status = statusOf(message)
  return (
    codeOfWording(message) ??
    codeBy(beforeStatus, message) ??
    (status === undefined ? undefined : codeOfStatus(status)) ??
    codeBy(afterStatus, message) ??
    'UNKNOWN'
  )
}

function codeBy(rules: readonly Rule[], message: string): FailureCode | undefined {
  return rules.find(({ says }) => says.test(message))?.code
}

function statusOf(message: string): number | undefined {
  const found = statusPositions.map((position) => position.exec(message)?.groups?.['status']).find(Boolean)
  return found === undefined ? undefined : Number(found)
}

/**
 * The failure of an `error` event, or of the message inside it; `raw` is `{ reason, errorMessage }`, since the message
 * itself repeats all content.
 */
export function readInBandError(payload: unknown): Failure {
  const event = objectOf(payload)
  const error = objectOf(event?.['error']) ?? event
  const reason = textOf(event?.['reason']) || textOf(error?.['stopReason']) || 'error'
  const message = textOf(error?.['errorMessage'])
  const code = reason === 'aborted' ? 'ABORTED' : codeOfMessage(message)
  const retryable = isRetryable(code)
  const status = statusOf(message)
  return {
    code,
    message,
    ...(status === undefined ? {} : { status }),
    ...(retryable === undefined ? {} : { retryable }),
    raw: { reason, errorMessage: message },
  }
}

/** This wire has no HTTP of its own; pi-ai would put status and body into one line, and so does this. */
export function readError(answer: HttpAnswer): Failure {
  const body = new TextDecoder().decode(answer.body)
  const failure = readInBandError({ reason: 'error', errorMessage: `HTTP ${answer.status}: ${body}` })
  return { ...failure, ...factsOfAnswer(answer, failure.code) }
}
