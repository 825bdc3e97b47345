/** What an error of the Messages API means, as an HTTP answer or inside a stream (https://platform.claude.com/docs/en/api/errors). Not here: status codes and headers alone (../read-status.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { errorBodyOf, messageOfText } from '../error-body.ts'
import { saysOverflow } from '../overflow-wording.ts'
import { codeOfStatus, defined, factsOfAnswer, isRetryable } from '../read-status.ts'
import type { HttpAnswer } from '../wire.ts'

/** `error.type` (SDK, `ErrorType`; `request_too_large` is only in the documents). */
const codesByType: Readonly<Record<string, FailureCode>> = {
  invalid_request_error: 'INVALID_REQUEST',
  request_too_large: 'INVALID_REQUEST',
  conflict_error: 'INVALID_REQUEST',
  authentication_error: 'AUTH',
  billing_error: 'QUOTA',
  permission_error: 'PERMISSION',
  not_found_error: 'NOT_FOUND',
  rate_limit_error: 'RATE_LIMIT',
  timeout_error: 'TIMEOUT',
  api_error: 'SERVER',
  overloaded_error: 'OVERLOADED',
}

/**
 * Types that say so little that the wording decides: exhausted credit and an overlong prompt are both `invalid_request_error`
 * (https://github.com/anthropics/anthropic-sdk-typescript/issues/618, https://github.com/rynfar/meridian/issues/856).
 */
const vagueTypes: ReadonlySet<string> = new Set(['invalid_request_error', 'api_error'])
const creditWording = /credit balance is too low/i

/** What the SDK calls `errorCode`: these come with 402 or 429, and waiting helps none of them. */
const spendLimit = /spend_limit_reached$|^linked_organization_billing_unavailable$/

/** The fields that errors of the provider and of gateways in front of it have. */
type ErrorFacts = { message: string; type: string; code: string; param: string; requestId: string }

export function readError(answer: HttpAnswer): Failure {
  const body = errorBodyOf(answer.body)
  const facts = factsOf(body.json)
  const code = codeByBody(facts) ?? codeOfStatus(answer.status)
  const failure = failureOf(facts, code, body.raw)
  return {
    ...failure,
    ...factsOfAnswer(answer, code),
    ...(facts.message === '' ? { message: messageOfText(body, answer.status) } : {}),
  }
}

export function readInBandError(payload: unknown): Failure {
  const facts = factsOf(payload)
  const code = codeByBody(facts) ?? codeByNumber(facts.code) ?? 'UNKNOWN'
  return failureOf(facts, code, payload)
}

function failureOf(facts: ErrorFacts, code: FailureCode, raw: unknown): Failure {
  return defined<Failure>({
    code,
    message: facts.message,
    requestId: kept(facts.requestId),
    retryable: isRetryable(code),
    providerCode: kept(facts.code),
    providerType: kept(facts.type),
    param: kept(facts.param),
    raw,
  })
}

function kept(text: string): string | undefined {
  return text === '' ? undefined : text
}

function codeByBody({ type, code, message }: ErrorFacts): FailureCode | undefined {
  if (spendLimit.test(code)) return 'QUOTA'
  const typed = Object.hasOwn(codesByType, type) ? codesByType[type] : undefined
  if (typed !== undefined && !vagueTypes.has(type)) return typed
  if (creditWording.test(message)) return 'QUOTA'
  return saysOverflow(message) ? 'CONTEXT_WINDOW_EXCEEDED' : typed
}

/** Gateways put an HTTP status into `code` where there is no other place for it. */
function codeByNumber(code: string): FailureCode | undefined {
  return /^[45]\d\d$/.test(code) ? codeOfStatus(Number(code)) : undefined
}

/**
 * The usual shape is `{ type: 'error', error: { type, message, details? }, request_id }`. Also met: the inner object alone,
 * an array around it (Vertex), the error as text, and as JSON inside a text (https://github.com/vercel/ai/pull/19318).
 */
function factsOf(body: unknown): ErrorFacts {
  const outer = objectOf(listOf(body)[0] ?? body) ?? {}
  const inner = innerOf(outer)
  const details = objectOf(inner['details'])
  const sentType = textOf(inner['type'])
  return {
    message: sayable(inner['message'] ?? inner['detail'] ?? (typeof body === 'string' ? body : undefined)),
    type: sentType === 'error' ? '' : sentType,
    code: sayable(inner['code'] ?? inner['error_code'] ?? details?.['error_code']),
    param: textOf(inner['param']),
    requestId: textOf(outer['request_id']),
  }
}

function innerOf(outer: JsonObject): JsonObject {
  const error = outer['error'] ?? undefined
  if (typeof error !== 'string') return objectOf(error) ?? outer
  return objectOf(parseJson(error)) ?? { ...outer, message: error }
}

function sayable(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : jsonText(value)
}
