/** What an error of a chat completions server means, as an HTTP answer or inside a stream. Not here: status and headers alone (../read-status.ts), wordings (../read-wording.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { errorBodyOf, messageOfText } from '../error-body.ts'
import { listOf, objectOf, parseJson, textOf, type JsonObject } from '../json-fields.ts'
import { codeOfStatus, defined, factsOfAnswer, isRetryable } from '../read-status.ts'
import { codeOfWording } from '../read-wording.ts'
import type { HttpAnswer, WireEvent } from '../wire.ts'
import { codeOfName, codeOfVagueName } from './error-names.ts'

/** The fields that the error objects of many servers have, `''` where one is missing. */
type ErrorFacts = {
  message: string
  type: string
  code: string
  param: string
  requestId: string
  /** An HTTP status that stands in the body. */
  status: number | undefined
}

export function readError(answer: HttpAnswer): Failure {
  const body = errorBodyOf(answer.body)
  const facts = factsOf(body.json)
  const message = facts.message || messageOfText(body, answer.status)
  const byStatus = codeOfStatus(answer.status)
  const said = codeByNames(facts) ?? codeOfWording(message) ?? codeOfMissing(message, byStatus)
  const code = said ?? known(byStatus) ?? codeByRest(facts)
  return { ...failureOf(facts, code, body.raw), message, ...factsOfAnswer(answer, code) }
}

export function readInBandError(payload: unknown): Failure {
  const facts = factsOf(payload)
  const code = codeByNames(facts) ?? codeOfWording(facts.message) ?? codeByRest(facts)
  return failureOf(facts, code, payload)
}

/** xAI answers a model that is not there by HTTP 400 (https://docs.x.ai/docs/key-information/debugging). */
function codeOfMissing(message: string, byStatus: FailureCode): FailureCode | undefined {
  const isMissing = /\bmodel\b.{0,80}\b(?:not found|does not exist)/i.test(message)
  return isMissing && byStatus === 'INVALID_REQUEST' ? 'NOT_FOUND' : undefined
}

function known(code: FailureCode): FailureCode | undefined {
  return code === 'UNKNOWN' ? undefined : code
}

function codeByNames({ code, type }: ErrorFacts): FailureCode | undefined {
  return codeOfName(code) ?? codeOfName(type)
}

function codeByRest({ status, code, type }: ErrorFacts): FailureCode {
  const numeric = status === undefined ? undefined : known(codeOfStatus(status))
  return numeric ?? codeOfVagueName(code) ?? codeOfVagueName(type) ?? 'UNKNOWN'
}

function failureOf(facts: ErrorFacts, code: FailureCode, raw: unknown): Failure {
  const kept = (text: string) => (text === '' ? undefined : text)
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

/**
 * Whether a stream event is an error instead of a chunk: by its event name, or by its payload where there are no choices
 * to read, or an error stands beside them (https://openrouter.ai/docs/api-reference/errors, in a chunk or in a choice;
 * `x_groq.error` of the groq-sdk's `ChatCompletionChunk.XGroq`).
 */
export function isErrorEvent(event: WireEvent): boolean {
  if (event.event === 'error') return true
  const payload = objectOf(listOf(event.payload)[0] ?? event.payload)
  if (payload === undefined) return false
  if (isSaid(payload['error']) || isSaid(objectOf(payload['x_groq'])?.['error'])) return true
  if (payload['type'] === 'error' || payload['object'] === 'error') return true
  if (Array.isArray(payload['choices'])) {
    return payload['choices'].some((choice) => isSaid(objectOf(choice)?.['error']))
  }
  return ['message', 'detail', 'error_code', 'errors'].some((field) => isSaid(payload[field]))
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}

/**
 * The usual shape is `{ error: { message, type, code, param } }`. Also met: the error as text, its fields bare, in an array
 * (Vertex), in `errors` (Cloudflare), beside choices or in one, as JSON inside a text, `detail` (FastAPI).
 */
function factsOf(body: unknown): ErrorFacts {
  const outer = objectOf(listOf(body)[0] ?? body) ?? {}
  const inner = innerOf(outer)
  const type = textOf(inner['type']) || textOf(inner['error_type']) || textOf(outer['error_type'])
  const code = inner['code'] ?? inner['error_code'] ?? outer['code']
  return {
    message: messageOf(inner) || (typeof body === 'string' ? body : ''),
    type: type === 'error' ? '' : type,
    code: sayable(code),
    param: textOf(inner['param']),
    requestId: textOf(outer['request_id']) || textOf(inner['request_id']),
    status: [inner['status_code'], inner['raw_status_code'], inner['statusCode'], inner['status'], code]
      .map(statusOf)
      .find((status) => status !== undefined),
  }
}

function innerOf(outer: JsonObject): JsonObject {
  const choice = listOf(outer['choices'])
    .map(objectOf)
    .find((choice) => isSaid(choice?.['error']))
  const error = [
    outer['error'],
    listOf(outer['errors'])[0],
    objectOf(outer['x_groq'])?.['error'],
    choice?.['error'],
  ].find(isSaid)
  if (typeof error !== 'string') return objectOf(error) ?? outer
  return objectOf(parseJson(error)) ?? { ...outer, message: error }
}

function messageOf(inner: JsonObject): string {
  const message = inner['message'] ?? inner['detail']
  const details = listOf(objectOf(message)?.['detail'] ?? message)
    .map((detail) => textOf(objectOf(detail)?.['msg']))
    .filter((text) => text !== '')
  return details.length > 0 ? details.join('; ') : sayable(message)
}

function statusOf(value: unknown): number | undefined {
  const number = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN)
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined
}

function sayable(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}
