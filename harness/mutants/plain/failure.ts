/** What an error of a provider means, for the plain converters: its words, then its wording, then its number. Not here: where a wire puts them (one file per wire). */

import type { Failure, FailureCode } from '../../turn/failure.ts'
import { given, isFields, fields, list, parsed, text } from './values.ts'

/** Error types and codes that decide by themselves, in lower case and without a trailing `exception` or `error`. */
const words: Readonly<Partial<Record<FailureCode, string>>> = {
  AUTH: 'invalid_api_key incorrect_api_key api_key_invalid authentication unauthorized unauthenticated expiredtoken unrecognizedclient invalidsignature',
  PERMISSION: 'permission permission_denied forbidden accessdenied',
  NOT_FOUND: 'not_found model_not_found resourcenotfound',
  QUOTA:
    'insufficient_quota billing billing_hard_limit_reached billing_not_active insufficient_balance usage_limit_reached billing_disabled',
  RATE_LIMIT:
    'rate_limit rate_limited rate_limit_exceeded too_many_requests requests tokens throttling servicequotaexceeded',
  OVERLOADED:
    'overloaded engine_overloaded server_is_overloaded service_unavailable serviceunavailable slow_down unavailable modelnotready service_tier_capacity_exceeded',
  CONTEXT_WINDOW_EXCEEDED: 'context_length_exceeded context_window_exceeded exceed_context_size 3051',
  INVALID_REQUEST: 'invalid_prompt request_too_large string_above_max_length',
  SERVER: 'server internal internal_server internalserver generation data_loss',
  TIMEOUT: 'timeout request_timeout deadline_exceeded modeltimeout',
  CONTENT_FILTER: 'content_filter content_policy_violation',
  ABORTED: 'cancelled',
}

/** Words that providers use for many things: only where nothing else speaks. */
const vagueWords: Readonly<Partial<Record<FailureCode, string>>> = {
  INVALID_REQUEST:
    'invalid_request invalid_argument failed_precondition out_of_range validation tool_use_failed bad_request',
  SERVER: 'api modelstream model unknown',
  RATE_LIMIT: 'resource_exhausted',
}

const wordings: readonly [FailureCode, RegExp][] = [
  ['AUTH', /api key (?:not valid|not found|expired)/i],
  [
    'RATE_LIMIT',
    /rate.?limit|too many requests|throttl|per.?(?:minute|second)|please wait|(?:try again|retry) in/i,
  ],
  [
    'QUOTA',
    /exceeded your current quota|credit balance|insufficient (?:credit|funds|balance|quota)|billing/i,
  ],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    /maximum context length|context (?:window|length|size)|(?:prompt|input)(?: is)? too long|too large for model|input[ _]tokens?[^.]* exceed|tokens > \d+ maximum/i,
  ],
]

const byStatus: Readonly<Record<number, FailureCode>> = {
  401: 'AUTH',
  402: 'QUOTA',
  403: 'PERMISSION',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  429: 'RATE_LIMIT',
  499: 'ABORTED',
  503: 'OVERLOADED',
  504: 'TIMEOUT',
  524: 'TIMEOUT',
  529: 'OVERLOADED',
}

export function codeOfStatus(status: number): FailureCode | undefined {
  const known = byStatus[status]
  if (known !== undefined) return known
  if (status >= 400 && status < 500) return 'INVALID_REQUEST'
  return status >= 500 && status < 600 ? 'SERVER' : undefined
}

function codeOfWords(sent: readonly string[], table: typeof words): FailureCode | undefined {
  const said = sent.map((word) =>
    word
      .toLowerCase()
      .replace(/exception$/, '')
      .replace(/_?error$/, ''),
  )
  const rows = Object.entries(table) as [FailureCode, string][]
  for (const word of said) {
    const row = rows.find(([, known]) => word !== '' && known.split(' ').includes(word))
    if (row !== undefined) return row[0]
  }
  return undefined
}

/** What an error says: its own words (`code`, `type`, `status`), its message, a number that is an HTTP status. */
export type Complaint = { words: readonly string[]; message: string; status?: number | undefined }

export function codeOf({ words: sent, message, status }: Complaint): FailureCode {
  return (
    codeOfWords(sent, words) ??
    wordings.find(([, wording]) => wording.test(message))?.[0] ??
    codeOfWords(sent, vagueWords) ??
    (status === undefined ? undefined : codeOfStatus(status)) ??
    'UNKNOWN'
  )
}

/** The error object wherever it stands: under `error`, in an array, in `response`, as text, as JSON inside a text, or bare. */
export function errorObject(payload: unknown): Record<string, unknown> {
  const outer = fields(Array.isArray(payload) ? (payload[0] as unknown) : payload)
  const inner = given(outer['error'], fields(outer['response'])['error'])
  if (isFields(inner)) return inner
  if (typeof inner !== 'string') return outer
  const unpacked = parsed(inner)
  return isFields(unpacked) ? unpacked : { ...outer, message: inner }
}

function messageOf(error: Record<string, unknown>): string {
  const said = given(error['message'], error['Message'], error['detail'])
  if (typeof said === 'string') return said.trim()
  const details = list(fields(said)['detail']).map((detail) => text(fields(detail)['msg']))
  return details.join('; ') || (said === undefined ? '' : JSON.stringify(said))
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined
}

/** A failure inside a stream, of an error object in any of the usual shapes. `name`: what the wire says beside it. */
export function failureOf(payload: unknown, name = ''): Failure {
  const error = errorObject(payload)
  const message = messageOf(error)
  const sent = [error['code'], error['type'], error['error_type'], error['status'], error['__type'], name]
  const status = [error['code'], error['raw_status_code'], error['originalStatusCode'], error['status']]
  const requestId = text(fields(payload)['request_id'])
  const delay = list(error['details']).map(
    (detail) => /^([\d.]+)s$/.exec(text(fields(detail)['retryDelay']))?.[1],
  )
  const code = codeOf({
    words: sent.map((word) => (typeof word === 'number' ? String(word) : text(word))),
    message: `${message} ${text(error['originalMessage'])}`,
    status: status.map(numberIn).find((number) => number !== undefined),
  })
  return {
    code,
    message: message === '' ? (JSON.stringify(payload) ?? '') : message,
    ...retryAfter(delay.find(Boolean)),
    ...(requestId === '' ? {} : { requestId }),
    raw: payload,
  }
}

/** google.rpc.RetryInfo says `"36s"`. */
function retryAfter(seconds: string | undefined): Pick<Failure, 'retryAfterMs'> {
  return seconds === undefined ? {} : { retryAfterMs: Math.round(Number(seconds) * 1_000) }
}

/** The connection broke, the stream stopped early, or what came cannot be read. */
export function brokenStream(error: unknown): Failure {
  return { code: 'TRANSPORT', message: error instanceof Error ? error.message : String(error) }
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'mistral-correlation-id']

/** The failure of an HTTP answer. */
export function failureOfAnswer(status: number, headers: Headers, body: string): Failure {
  const json = parsed(body)
  const said = failureOf(json ?? {}, (headers.get('x-amzn-errortype') ?? '').split(':')[0])
  const code = said.code === 'UNKNOWN' ? (codeOfStatus(status) ?? 'UNKNOWN') : said.code
  const requestId = requestIdHeaders.map((name) => headers.get(name)).find(Boolean) ?? said.requestId
  const delay = delayOf(headers)
  return {
    code,
    message: json === undefined ? body.slice(0, 200) || `HTTP ${status}` : said.message,
    status,
    ...retryAfter(said.retryAfterMs === undefined ? undefined : String(said.retryAfterMs / 1_000)),
    ...(delay === undefined ? {} : { retryAfterMs: delay }),
    ...(requestId === undefined ? {} : { requestId }),
    raw: json ?? body,
  }
}

function delayOf(headers: Headers): number | undefined {
  const [milliseconds, seconds] = [headers.get('retry-after-ms'), headers.get('retry-after')]
  if (milliseconds !== null) return Number(milliseconds)
  if (seconds === null) return undefined
  return /^\d/.test(seconds) ? Number(seconds) * 1_000 : Math.max(0, Date.parse(seconds) - Date.now())
}
