/** The truth about a failed Responses request: error bodies, `error` events and `response.failed`. Not here: status and headers alone (../read-status.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { errorBodyOf, messageOfText } from '../error-body.ts'
import { objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { saysOverflow } from '../overflow-wording.ts'
import { codeOfStatus, defined, factsOfAnswer, isRetryable } from '../read-status.ts'
import type { HttpAnswer } from '../wire.ts'

type ErrorFacts = { message: string; code: string; type: string; param: string }

/** `error.code`: https://platform.openai.com/docs/guides/error-codes and SDK `openai`, `ResponseError.code`; the rest from gateways that answer in this shape. */
const byCode: Readonly<Record<string, FailureCode>> = {
  context_length_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
  context_window_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
  string_above_max_length: 'INVALID_REQUEST',
  insufficient_quota: 'QUOTA',
  billing_hard_limit_reached: 'QUOTA',
  billing_not_active: 'QUOTA',
  usage_limit_reached: 'QUOTA',
  invalid_api_key: 'AUTH',
  expired_api_key: 'AUTH',
  account_deactivated: 'AUTH',
  model_not_found: 'NOT_FOUND',
  DeploymentNotFound: 'NOT_FOUND',
  unsupported_country_region_territory: 'PERMISSION',
  data_residency_mismatch: 'INVALID_REQUEST',
  rate_limit_exceeded: 'RATE_LIMIT',
  slow_down: 'OVERLOADED',
  server_is_overloaded: 'OVERLOADED',
  overloaded: 'OVERLOADED',
  service_unavailable: 'OVERLOADED',
  engine_overloaded: 'OVERLOADED',
  server_error: 'SERVER',
  internal_error: 'SERVER',
  internal_server_error: 'SERVER',
  vector_store_timeout: 'TIMEOUT',
  timeout: 'TIMEOUT',
  content_filter: 'CONTENT_FILTER',
  content_policy_violation: 'CONTENT_FILTER',
  image_content_policy_violation: 'CONTENT_FILTER',
  bio_policy: 'CONTENT_FILTER',
  misalignment_policy_violation: 'CONTENT_FILTER',
  invalid_prompt: 'INVALID_REQUEST',
}

/** `error.type`. `invalid_request_error` also goes with 401 and 404, so it counts only where no status says more. */
const byType: Readonly<Record<string, FailureCode>> = {
  insufficient_quota: 'QUOTA',
  billing_error: 'QUOTA',
  usage_limit_reached: 'QUOTA',
  authentication_error: 'AUTH',
  invalid_authentication_error: 'AUTH',
  permission_error: 'PERMISSION',
  not_found_error: 'NOT_FOUND',
  rate_limit_error: 'RATE_LIMIT',
  rate_limit_exceeded: 'RATE_LIMIT',
  requests: 'RATE_LIMIT',
  tokens: 'RATE_LIMIT',
  overloaded_error: 'OVERLOADED',
  service_unavailable_error: 'OVERLOADED',
  engine_overloaded: 'OVERLOADED',
  server_error: 'SERVER',
  api_error: 'SERVER',
  internal_server_error: 'SERVER',
  timeout_error: 'TIMEOUT',
  context_window_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
}

/** Image errors of `ResponseError.code` all say that the request's image cannot be used. */
const imageCode = /(?:^|_)image(?:_|$)/

export function readError(answer: HttpAnswer): Failure {
  const body = errorBodyOf(answer.body)
  const facts = factsOf(body.json)
  const code = saidBy(facts) ?? codeOfStatusOr(answer.status, facts)
  return defined<Failure>({
    code,
    message: facts.message || messageOfText(body, answer.status),
    ...factsOfAnswer(answer, code),
    ...providerFacts(facts),
    raw: body.raw,
  })
}

/** `payload` is an `error` event in any shape, a `response.failed` event, or the error object alone. */
export function readInBandError(payload: unknown): Failure {
  const facts = factsOf(payload)
  const code = saidBy(facts) ?? lookUp(byType, facts.type) ?? codeOfNumber(facts.code) ?? requestCode(facts)
  return defined<Failure>({
    code: code ?? 'UNKNOWN',
    message: facts.message || jsonText(payload),
    retryable: code === undefined ? undefined : isRetryable(code),
    ...providerFacts(facts),
    raw: payload,
  })
}

/** What code and wording say for certain, in the order in which one hides another: an overflow or an empty account inside a 429 or 503 is still that. */
function saidBy(facts: ErrorFacts): FailureCode | undefined {
  const named = lookUp(byCode, facts.code)
  if (named === 'CONTEXT_WINDOW_EXCEEDED' || facts.type === 'context_window_exceeded')
    return 'CONTEXT_WINDOW_EXCEEDED'
  if (named === 'QUOTA' || lookUp(byType, facts.type) === 'QUOTA' || saysQuota(facts.message)) return 'QUOTA'
  if (saysOverflow(facts.message)) return 'CONTEXT_WINDOW_EXCEEDED'
  return named ?? (imageCode.test(facts.code) ? 'INVALID_REQUEST' : undefined)
}

/** Waiting helps against a limit per minute, so a text that names a delay speaks of a rate. */
function saysQuota(message: string): boolean {
  const spent =
    /exceeded your current quota|credit balance is too low|insufficient (?:credits|balance|funds)/i
  return spent.test(message) && !/(?:retry|try again) in|per[ -]?minute/i.test(message)
}

function codeOfStatusOr(status: number, { type }: ErrorFacts): FailureCode {
  const byStatus = codeOfStatus(status)
  const plain = byStatus === 'INVALID_REQUEST' || byStatus === 'SERVER' || byStatus === 'UNKNOWN'
  return (plain ? lookUp(byType, type) : undefined) ?? byStatus
}

/** Gateways put their upstream's status into `code`. */
function codeOfNumber(code: string): FailureCode | undefined {
  return /^[45]\d\d$/.test(code) ? codeOfStatus(Number(code)) : undefined
}

function requestCode({ type }: ErrorFacts): FailureCode | undefined {
  return type === 'invalid_request_error' ? 'INVALID_REQUEST' : undefined
}

function lookUp(table: Readonly<Record<string, FailureCode>>, key: string): FailureCode | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function providerFacts({ code, type, param }: ErrorFacts) {
  return {
    providerCode: code || undefined,
    providerType: type || undefined,
    param: param || undefined,
  }
}

function factsOf(payload: unknown): ErrorFacts {
  const error = errorObjectOf(payload)
  const type = textOf(error['type'])
  return {
    message: messageOf(error),
    code: plainText(error['code']),
    // In a flat event `type` is the event's own.
    type: type === 'error' || type.startsWith('response.') ? '' : type,
    param: textOf(error['param']),
  }
}

/** Finds the object with the message: nested under `error`, in a failed response, in an array, or there at once. */
function errorObjectOf(payload: unknown, depth = 0): JsonObject {
  if (depth > 3) return {}
  if (typeof payload === 'string') return { message: payload }
  const object = objectOf(Array.isArray(payload) ? (payload[0] as unknown) : payload)
  if (object === undefined) return {}
  const inner = object['error'] ?? objectOf(object['response'])?.['error'] ?? objectOf(object['detail'])
  if (typeof inner === 'string') return { ...object, message: object['message'] ?? inner }
  return objectOf(inner) === undefined && !Array.isArray(inner) ? object : errorObjectOf(inner, depth + 1)
}

/** `detail` is what FastAPI servers call their message; some messages are objects themselves. */
function messageOf(error: JsonObject): string {
  const said = error['message'] ?? error['detail']
  if (typeof said === 'string') return said
  return typeof said === 'object' && said !== null ? jsonText(said) : ''
}

function plainText(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value)
}
