/** What an HTTP status and its headers say about a failure, the same for every provider. Not here: what the body says (each wire's read-error.ts). */

import type { Failure, FailureCode } from '../turn/failure.ts'
import type { HttpAnswer } from './wire.ts'

export type Headers = HttpAnswer['headers']

/**
 * Every code a correct converter may give for a status whose body says nothing better, the plainest first.
 * Meanings: https://www.rfc-editor.org/rfc/rfc9110#name-status-codes, 529 https://docs.claude.com/en/api/errors,
 * 498 https://console.groq.com/docs/errors, 520 to 526
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/.
 */
const codesByStatus: Readonly<Record<number, readonly FailureCode[]>> = {
  400: ['INVALID_REQUEST'],
  401: ['AUTH'],
  402: ['QUOTA'],
  403: ['PERMISSION'],
  404: ['NOT_FOUND'],
  408: ['TIMEOUT'],
  413: ['INVALID_REQUEST', 'CONTEXT_WINDOW_EXCEEDED'],
  422: ['INVALID_REQUEST'],
  429: ['RATE_LIMIT'],
  498: ['OVERLOADED', 'RATE_LIMIT'],
  499: ['ABORTED', 'INVALID_REQUEST'],
  500: ['SERVER'],
  502: ['SERVER'],
  503: ['OVERLOADED', 'SERVER'],
  504: ['TIMEOUT'],
  522: ['TIMEOUT', 'SERVER'],
  524: ['TIMEOUT'],
  529: ['OVERLOADED', 'SERVER'],
}

export function acceptableCodesOfStatus(status: number): readonly FailureCode[] {
  const listed = codesByStatus[status]
  if (listed !== undefined) return listed
  if (status >= 400 && status < 500) return ['INVALID_REQUEST']
  return status >= 500 && status < 600 ? ['SERVER'] : ['UNKNOWN']
}

export function codeOfStatus(status: number): FailureCode {
  return acceptableCodesOfStatus(status)[0] ?? 'UNKNOWN'
}

const retryableCodes: ReadonlySet<FailureCode> = new Set([
  'RATE_LIMIT',
  'OVERLOADED',
  'SERVER',
  'TIMEOUT',
  'TRANSPORT',
])

/** Whether the same request may succeed later. `x-should-retry` overrules, as the providers' SDKs take it; UNKNOWN tells nothing. */
export function isRetryable(code: FailureCode, headers: Headers = {}): boolean | undefined {
  const told = headers['x-should-retry']
  if (told === 'true' || told === 'false') return told === 'true'
  return code === 'UNKNOWN' ? undefined : retryableCodes.has(code)
}

/**
 * Milliseconds to wait, from `retry-after-ms`, else `retry-after` in seconds or as an HTTP date
 * (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after). Absent when there is none or it cannot be read.
 * `now` is milliseconds since 1970 and is needed only for dates; the answer's own `date` header stands in for it.
 */
export function retryAfterMs(
  headers: Headers,
  now: number = dateOf(headers['date']) ?? Date.now(),
): number | undefined {
  const milliseconds = numberOf(headers['retry-after-ms'])
  if (milliseconds !== undefined) return Math.round(milliseconds)
  const seconds = numberOf(headers['retry-after'])
  if (seconds !== undefined) return Math.round(seconds * 1000)
  const date = dateOf(headers['retry-after'])
  return date === undefined ? undefined : Math.max(0, date - now)
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

/** Date.parse takes nearly any text for a date; an HTTP date begins with the day's name. */
function dateOf(text: string | undefined): number | undefined {
  const time = text !== undefined && /^\s*[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The headers providers put a request id in, the provider's own before a proxy's. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'mistral-correlation-id',
  'apim-request-id',
  'x-ds-trace-id',
] as const

export function requestIdOf(headers: Headers): string | undefined {
  return requestIdHeaders.map((name) => headers[name]).find((value) => value !== undefined && value !== '')
}

/** An object without its undefined fields, as exact optional fields want it. */
export function defined<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

export type AnswerFacts = Pick<Failure, 'status' | 'retryAfterMs' | 'requestId' | 'retryable'>

/** What status and headers of an answer say beside the code, ready to spread into a failure. */
export function factsOfAnswer(answer: HttpAnswer, code: FailureCode): AnswerFacts {
  return defined<AnswerFacts>({
    status: answer.status,
    retryAfterMs: retryAfterMs(answer.headers),
    requestId: requestIdOf(answer.headers),
    retryable: isRetryable(code, answer.headers),
  })
}
