/** Turns whatever the `openai` SDK or the fetch below it throws into a failure. Not here: errors inside a stream that the SDK hands over as a chunk. */
import type { LlmErrorCode } from './error-codes.ts'
import { localFailure, providerFailure, type LlmFailure } from './failure.ts'
import { readProviderError, type ProviderError } from './provider-error.ts'
import { asObject, asText } from './wire-values.ts'

/**
 * The failure behind a thrown value. It never throws itself. A thrown value that is not
 * an `Error` is read as an error body.
 */
export function fromOpenAiError(error: unknown): LlmFailure {
  const names = classNames(error)
  if (names.includes('APIUserAbortError') || names.includes('AbortError'))
    return localFailure('ABORTED', messageOf(error))
  if (names.includes('APIConnectionTimeoutError') || names.includes('TimeoutError')) {
    return localFailure('TIMEOUT', messageOf(error))
  }
  if (names.includes('APIConnectionError')) return localFailure(transportCode(error), messageOf(error))
  if (names.includes('APIError')) return apiFailure(error)
  if (error instanceof Error) return plainFailure(error, names)
  return providerFailure(readProviderError(error))
}

/**
 * By class name and not by instanceof: two copies of the SDK in one program, or its two module formats, are two sets of classes.
 * An `Error` may also carry its kind in `name` only, as fetch's AbortError does.
 */
function classNames(error: unknown): string[] {
  const names: string[] = []
  for (let link = error; typeof link === 'object' && link !== null; link = Object.getPrototypeOf(link)) {
    const made = (link as { constructor?: { name?: unknown } }).constructor
    names.push(asText(made?.name))
  }
  return [...names, asText(asObject(error)?.name)]
}

/** https://github.com/openai/openai-node/blob/master/src/core/error.ts: `error` is the body's `error` field, `message` repeats status and body. */
function apiFailure(thrown: unknown): LlmFailure {
  const given = asObject(thrown) ?? {}
  const status = typeof given.status === 'number' ? given.status : undefined
  const body = given.error === undefined || given.error === null ? undefined : readProviderError(given.error)
  const requestId = asText(given.requestID)
  const { raw, ...said }: ProviderError = body ?? { message: withoutStatus(messageOf(thrown), status) }
  const error: ProviderError = {
    ...said,
    ...(status !== undefined && { status }),
    ...(requestId !== '' && said.requestId === undefined && { requestId }),
    ...(raw !== undefined && { raw }),
  }
  return providerFailure(error, asObject(given.headers))
}

function withoutStatus(message: string, status: number | undefined): string {
  const prefix = `${status} `
  const isPlaceholder = message === `${status} status code (no body)`
  return status !== undefined && message.startsWith(prefix) && !isPlaceholder
    ? message.slice(prefix.length)
    : message
}

// The SDK throws a SyntaxError when the body ends inside an event, undici a TypeError when the socket does.
function plainFailure(error: Error, names: readonly string[]): LlmFailure {
  if (names.includes('SyntaxError')) return localFailure('TRANSPORT', messageOf(error))
  const code = transportCode(error)
  if (code === 'TIMEOUT' || isTransport(error)) return localFailure(code, messageOf(error))
  return localFailure('UNKNOWN', messageOf(error))
}

const TRANSPORT_WORDS =
  /^terminated$|fetch failed|premature close|socket hang up|other side closed|network error|connection (error|closed|reset)|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|UND_ERR|ERR_SSL|ERR_TLS|CERT_/i
const TIMEOUT_WORDS = /UND_ERR_\w*TIMEOUT|ETIMEDOUT|ESOCKETTIMEDOUT/

function isTransport(error: Error): boolean {
  return causes(error).some(
    (link) => TRANSPORT_WORDS.test(asText(link.message)) || TRANSPORT_WORDS.test(asText(link.code)),
  )
}

function transportCode(error: unknown): LlmErrorCode {
  const links = causes(error)
  return links.some((link) => TIMEOUT_WORDS.test(`${asText(link.code)} ${asText(link.message)}`))
    ? 'TIMEOUT'
    : 'TRANSPORT'
}

/** The error and what caused it, outermost first; a chain that runs in a circle is cut. */
function causes(error: unknown): { readonly [key: string]: unknown }[] {
  const links: { readonly [key: string]: unknown }[] = []
  for (let link = asObject(error); link !== undefined && links.length < 8; link = asObject(link.cause))
    links.push(link)
  return links
}

function messageOf(error: unknown): string {
  const said = causes(error)
    .map((link) => asText(link.message))
    .filter((message) => message !== '')
  return [...new Set(said)].join(': ') || 'The request failed and gave no details.'
}
