/** What an error of Bedrock means, as an HTTP answer or as an exception inside a stream (https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html). Not here: status codes and headers alone (../read-status.ts). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { errorBodyOf, messageOfText } from '../error-body.ts'
import { objectOf, textOf, type JsonObject } from '../json-fields.ts'
import { jsonText } from '../json-text.ts'
import { saysOverflow } from '../overflow-wording.ts'
import { codeOfStatus, defined, factsOfAnswer, isRetryable } from '../read-status.ts'
import type { HttpAnswer } from '../wire.ts'

/**
 * Names in lower case without their suffix: the SDK's `errors.d.ts`, and the signing errors common to all of AWS
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html). Throttling speaks of "too many tokens", which
 * is a rate and no overflow (https://github.com/badlogic/pi-mono/pull/2699).
 */
const codesByName: Readonly<Record<string, FailureCode>> = {
  accessdenied: 'PERMISSION',
  notauthorized: 'PERMISSION',
  optinrequired: 'PERMISSION',
  expiredtoken: 'AUTH',
  unrecognizedclient: 'AUTH',
  invalidsignature: 'AUTH',
  incompletesignature: 'AUTH',
  invalidclienttokenid: 'AUTH',
  missingauthenticationtoken: 'AUTH',
  requestexpired: 'AUTH',
  resourcenotfound: 'NOT_FOUND',
  conflict: 'INVALID_REQUEST',
  validation: 'INVALID_REQUEST',
  throttling: 'RATE_LIMIT',
  servicequotaexceeded: 'RATE_LIMIT',
  modelnotready: 'OVERLOADED',
  serviceunavailable: 'OVERLOADED',
  modeltimeout: 'TIMEOUT',
  internalserver: 'SERVER',
  internalfailure: 'SERVER',
  modelerror: 'SERVER',
  modelstreamerror: 'SERVER',
}

/** Names behind which an overlong prompt may stand (https://github.com/aws/aws-sdk-js-v3/issues/6266). */
const vagueNames: ReadonlySet<string> = new Set(['', 'validation', 'modelerror', 'modelstreamerror'])

type ErrorFacts = { message: string; name: string; upstream: string; status: number | undefined }

export function readError(answer: HttpAnswer): Failure {
  const body = errorBodyOf(answer.body)
  const facts = factsOf(body.json)
  const name = bareName(answer.headers['x-amzn-errortype'] ?? '') || facts.name
  const code = codeByBody({ ...facts, name }) ?? codeOfStatus(answer.status)
  return {
    ...failureOf({ ...facts, name }, code, body.raw),
    ...factsOfAnswer(answer, code),
    ...(facts.message === '' ? { message: messageOfText(body, answer.status) } : {}),
  }
}

/** Takes the exception alone, or under its name as the SDK's output union has it. */
export function readInBandError(payload: unknown): Failure {
  const named = namedException(payload)
  const facts = factsOf(named?.[1] ?? payload)
  const whole = named === undefined ? facts : { ...facts, name: named[0] }
  const byStatus = whole.status === undefined ? 'UNKNOWN' : codeOfStatus(whole.status)
  return failureOf(whole, codeByBody(whole) ?? byStatus, payload)
}

function namedException(payload: unknown): [string, JsonObject] | undefined {
  const entries = Object.entries(objectOf(payload) ?? {}).map(
    ([key, value]) => [key, objectOf(value)] as const,
  )
  const [key, value] = entries.find(([key, value]) => value !== undefined && !isBodyField(key)) ?? []
  return key === undefined || value === undefined ? undefined : [key, value]
}

function isBodyField(key: string): boolean {
  return key === 'error' || /^message$/i.test(key)
}

/** The header `:exception-type` has `throttlingException` where HTTP answers and the SDK say `ThrottlingException`. */
function failureOf({ message, name }: ErrorFacts, code: FailureCode, raw: unknown): Failure {
  return defined<Failure>({
    code,
    message,
    retryable: isRetryable(code),
    providerType: name === '' ? undefined : name.charAt(0).toUpperCase() + name.slice(1),
    raw,
  })
}

function codeByBody({ name, message, upstream }: ErrorFacts): FailureCode | undefined {
  const key = name.toLowerCase().replace(/(?:exception|error)$/, '')
  const spelt = name.toLowerCase().replace(/exception$/, '')
  const known = [spelt, key].find((candidate) => Object.hasOwn(codesByName, candidate))
  if (known !== undefined && !vagueNames.has(known)) return codesByName[known]
  if (saysOverflow(message) || saysOverflow(upstream)) return 'CONTEXT_WINDOW_EXCEEDED'
  return known === undefined ? undefined : codesByName[known]
}

/** `ValidationException:http://internal.amazon.com/…` in the header, `com.amazon.coral#ThrottlingException` in the body. */
function bareName(text: string): string {
  return (text.split(':')[0] ?? '').replace(/^.*#/, '').trim()
}

/** The body may write `message` or `Message`, often without any type; gateways nest both in `error`. */
function factsOf(body: unknown): ErrorFacts {
  const outer = objectOf(body) ?? {}
  const inner = objectOf(outer['error']) ?? outer
  const message = inner['message'] ?? inner['Message'] ?? inner['errorMessage'] ?? outer['error']
  const type = textOf(inner['__type']) || textOf(inner['type']) || textOf(inner['code'])
  const status = inner['originalStatusCode']
  return {
    message: sayable(message),
    name: type === 'error' ? '' : bareName(type),
    upstream: textOf(inner['originalMessage']),
    status: typeof status === 'number' ? status : undefined,
  }
}

function sayable(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : jsonText(value)
}
