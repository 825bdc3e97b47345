/** The truth about a failed Gemini or Vertex AI request, as an HTTP answer or inside a stream (https://ai.google.dev/gemini-api/docs/troubleshooting). Not here: status and headers alone (../read-status.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { errorBodyOf, messageOfText } from '../error-body.ts'
import { listOf, numberOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { saysOverflow } from '../overflow-wording.ts'
import { codeOfStatus, defined, factsOfAnswer, isRetryable } from '../read-status.ts'
import type { HttpAnswer } from '../wire.ts'

type ErrorFacts = {
  message: string
  /** `error.code`: an HTTP status number. */
  code: number | undefined
  /** `error.status`: the name of a google.rpc.Code. */
  status: string
  details: readonly JsonObject[]
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto; names that are missing say no more than their number. */
const byStatusName: Readonly<Record<string, FailureCode>> = {
  CANCELLED: 'ABORTED',
  INVALID_ARGUMENT: 'INVALID_REQUEST',
  FAILED_PRECONDITION: 'INVALID_REQUEST',
  OUT_OF_RANGE: 'INVALID_REQUEST',
  UNAUTHENTICATED: 'AUTH',
  PERMISSION_DENIED: 'PERMISSION',
  NOT_FOUND: 'NOT_FOUND',
  RESOURCE_EXHAUSTED: 'RATE_LIMIT',
  DEADLINE_EXCEEDED: 'TIMEOUT',
  UNAVAILABLE: 'OVERLOADED',
  INTERNAL: 'SERVER',
  UNKNOWN: 'SERVER',
  DATA_LOSS: 'SERVER',
}

/** `reason` of google.rpc.ErrorInfo: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto. A bad key comes with HTTP 400. */
const byReason: Readonly<Record<string, FailureCode>> = {
  API_KEY_INVALID: 'AUTH',
  CREDENTIALS_MISSING: 'AUTH',
  ACCESS_TOKEN_EXPIRED: 'AUTH',
  ACCESS_TOKEN_TYPE_UNSUPPORTED: 'AUTH',
  ACCOUNT_STATE_INVALID: 'AUTH',
  BILLING_DISABLED: 'QUOTA',
}

const badKey = /api key (?:not valid|not found|expired)|pass a valid api key/i

export function readError(answer: HttpAnswer): Failure {
  const body = errorBodyOf(answer.body)
  const facts = factsOf(body.json)
  const code = codeOf(facts, answer.status) ?? codeOfStatus(answer.status)
  const byHeaders = factsOfAnswer(answer, code)
  return defined<Failure>({
    code,
    message: facts.message || messageOfText(body, answer.status),
    ...providerFacts(facts),
    ...byHeaders,
    retryAfterMs: byHeaders.retryAfterMs ?? delayOf(facts),
    requestId: byHeaders.requestId ?? requestIdOf(facts),
    raw: body.raw,
  })
}

/** `payload` is `{ error }`, an array around it, or the error object alone. */
export function readInBandError(payload: unknown): Failure {
  const facts = factsOf(payload)
  const code = codeOf(facts, facts.code) ?? codeOfNumber(facts.code)
  return defined<Failure>({
    code: code ?? 'UNKNOWN',
    message: facts.message || jsonText(payload),
    retryAfterMs: delayOf(facts),
    requestId: requestIdOf(facts),
    retryable: code === undefined ? undefined : isRetryable(code),
    ...providerFacts(facts),
    raw: payload,
  })
}

function codeOf(facts: ErrorFacts, status: number | undefined): FailureCode | undefined {
  const reason = textOf(detail(facts, 'ErrorInfo')?.['reason'])
  const byInfo = Object.hasOwn(byReason, reason) ? byReason[reason] : undefined
  if (byInfo !== undefined) return byInfo
  if (badKey.test(facts.message)) return 'AUTH'
  if (facts.status === 'RESOURCE_EXHAUSTED' || status === 429) return exhausted(facts)
  if (saysOverflow(facts.message)) return 'CONTEXT_WINDOW_EXCEEDED'
  return Object.hasOwn(byStatusName, facts.status) ? byStatusName[facts.status] : undefined
}

/**
 * All limits are worded as a quota. One that comes back by waiting carries RetryInfo, names a delay or a limit per minute;
 * one per day, and the bare wording, is spent (https://ai.google.dev/gemini-api/docs/rate-limits).
 */
function exhausted(facts: ErrorFacts): FailureCode {
  const limits = jsonText([detail(facts, 'QuotaFailure'), detail(facts, 'ErrorInfo')])
  if (delayOf(facts) !== undefined || /per_?minute/i.test(limits + facts.message)) return 'RATE_LIMIT'
  const spent = /per_?day/i.test(limits) || /exceeded your current quota|per day/i.test(facts.message)
  return spent ? 'QUOTA' : 'RATE_LIMIT'
}

/** google.rpc.RetryInfo says `"36s"`; the message says it with more digits, and alone on some paths. */
function delayOf(facts: ErrorFacts): number | undefined {
  const told = textOf(detail(facts, 'RetryInfo')?.['retryDelay'])
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(told) ?? /retry in (\d+(?:\.\d+)?)s\b/i.exec(facts.message)
  if (seconds !== null) return Math.round(Number(seconds[1]) * 1000)
  const milliseconds = /retry in (\d+(?:\.\d+)?)ms\b/i.exec(facts.message)
  return milliseconds === null ? undefined : Math.round(Number(milliseconds[1]))
}

function requestIdOf(facts: ErrorFacts): string | undefined {
  return textOf(detail(facts, 'RequestInfo')?.['requestId']) || undefined
}

function codeOfNumber(code: number | undefined): FailureCode | undefined {
  const found = code === undefined ? 'UNKNOWN' : codeOfStatus(code)
  return found === 'UNKNOWN' ? undefined : found
}

/** A detail by the last word of its `@type`. */
function detail({ details }: ErrorFacts, name: string): JsonObject | undefined {
  return details.find((one) => textOf(one['@type']).endsWith(`google.rpc.${name}`))
}

function providerFacts(facts: ErrorFacts) {
  const violation = objectOf(listOf(detail(facts, 'BadRequest')?.['fieldViolations'])[0])
  return {
    providerCode: facts.code === undefined ? undefined : String(facts.code),
    providerType: facts.status || undefined,
    param: textOf(violation?.['field']) || undefined,
  }
}

function factsOf(payload: unknown): ErrorFacts {
  const error = errorObjectOf(payload)
  const code = numberOf(error['code']) ?? Number.parseInt(textOf(error['code']), 10)
  return {
    message: textOf(error['message']).trim(),
    code: Number.isNaN(code) ? undefined : code,
    status: textOf(error['status']),
    details: listOf(error['details'])
      .map(objectOf)
      .filter((one) => one !== undefined),
  }
}

/** Vertex AI puts an array around it; some layers put the whole object as JSON into the message of another one. */
function errorObjectOf(payload: unknown, depth = 0): JsonObject {
  const outer = objectOf(Array.isArray(payload) ? (payload[0] as unknown) : payload) ?? {}
  const error = outer['error']
  if (typeof error === 'string') return { ...outer, message: error }
  const inner = objectOf(error) ?? outer
  const wrapped = objectOf(parseJson(textOf(inner['message'])))
  return wrapped === undefined || depth > 2 ? inner : { ...inner, ...errorObjectOf(wrapped, depth + 1) }
}
