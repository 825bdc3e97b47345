/** Reads an error body, whatever its shape, into the few fields every provider has. Not here: which class of error it is. */
import { asLabel, asList, asObject, asText, type WireObject } from './wire-values.ts'

export type ProviderError = {
  message: string
  code?: string
  type?: string
  param?: string
  status?: number
  requestId?: string
  retryAfterMs?: number
  /** More words of the same error (what the upstream said to a gateway), only for classifying it. */
  hints?: string
  raw?: unknown
}

/**
 * Reads the value of an `error` field, or a whole error body. Shapes seen: an object, a text, JSON inside a text, a list of one body,
 * a body inside a body, `message` that is itself an object.
 */
export function readProviderError(value: unknown): ProviderError {
  const body = unwrap(value)
  if (body === undefined) return { message: asLabel(value).trim() || nameless(value), raw: value }
  return {
    message: messageOf(body) || nameless(value),
    ...labels(body),
    ...numbers(body),
    ...hintsOf(body),
    raw: value,
  }
}

/** Finds the innermost object that describes the error. */
function unwrap(value: unknown, depth = 0): WireObject | undefined {
  if (depth > 4) return undefined
  if (Array.isArray(value)) return unwrap(value[0], depth + 1)
  if (typeof value === 'string') return unwrap(parseObject(value), depth + 1)
  const body = asObject(value)
  if (body === undefined) return undefined
  const inner = unwrap(body.error ?? asList(body.errors)[0], depth + 1)
  if (inner !== undefined) return { ...body, ...inner }
  return typeof body.error === 'string' && body.message === undefined
    ? { ...body, message: body.error }
    : body
}

function parseObject(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(body: WireObject): string {
  for (const value of [body.message, body.detail, body.error_description, body.msg]) {
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'object' && value !== null) return validationText(value) || JSON.stringify(value)
  }
  return ''
}

/** FastAPI's list of complaints, `[{msg, loc, …}]`, alone or as `{detail: […]}`: https://fastapi.tiangolo.com/tutorial/handling-errors/ */
function validationText(value: object): string {
  const complaints = Array.isArray(value) ? value : asList(asObject(value)?.detail)
  return complaints
    .map((complaint) => asText(asObject(complaint)?.msg))
    .filter((text) => text !== '')
    .join('; ')
}

function nameless(value: unknown): string {
  const shown = JSON.stringify(value) as string | undefined
  return shown === undefined || shown === '{}' || shown === '""' || shown === '[]'
    ? 'The provider reported an error and gave no details.'
    : shown
}

function labels(body: WireObject): Pick<ProviderError, 'code' | 'type' | 'param' | 'requestId'> {
  const code = asLabel(body.code) || asLabel(body.error_code)
  // Google's error bodies name the type `status`: https://cloud.google.com/apis/design/errors
  const type =
    [body.type, body.error_type, body.status].map(asText).find((type) => type !== '' && type !== 'error') ??
    ''
  const param = asText(body.param)
  const requestId = asText(body.request_id) || asText(body.requestId)
  return {
    ...(code !== '' && { code }),
    ...(type !== '' && { type }),
    ...(param !== '' && { param }),
    ...(requestId !== '' && { requestId }),
  }
}

function numbers(body: WireObject): Pick<ProviderError, 'status' | 'retryAfterMs'> {
  const status = [body.status, body.status_code, body.statusCode, body.http_code].find(isErrorStatus)
  const retryAfterMs = retryDelayMs(body)
  return { ...(status !== undefined && { status }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value < 600
}

/** `google.rpc.RetryInfo` says the delay as seconds with an `s`: https://cloud.google.com/apis/design/errors#error_details */
function retryDelayMs(body: WireObject): number | undefined {
  for (const detail of asList(body.details)) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asText(asObject(detail)?.retryDelay))?.[1]
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000)
  }
  return undefined
}

/** OpenRouter keeps the upstream's own words in `metadata`: https://openrouter.ai/docs/api-reference/errors */
function hintsOf(body: WireObject): Pick<ProviderError, 'hints'> {
  const metadata = asObject(body.metadata)
  const hints = [metadata?.raw, metadata?.error_type, asObject(body.innererror)?.code, asObject(body.details)]
    .map((hint) => (typeof hint === 'object' ? JSON.stringify(hint) : asLabel(hint)))
    .filter((hint) => hint !== '')
  const violations = asList(body.details).map((detail) => JSON.stringify(detail))
  const all = [...hints, ...violations].join(' ')
  return all === '' ? {} : { hints: all }
}
