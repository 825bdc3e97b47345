/** What went wrong, as data: the payload of an error event and how it is put together. Not here: choosing the code (classify-error.ts). */
import { classifyError } from './classify-error.ts'
import { RETRYABLE, type LlmErrorCode } from './error-codes.ts'
import type { ProviderError } from './provider-error.ts'
import { readRetryAfterMs, type HeaderSource, readHeader } from './headers.ts'

export type LlmFailure = {
  code: LlmErrorCode
  message: string
  /** The HTTP status; absent for an error inside a 200 stream unless its body names one. */
  status?: number
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number
  requestId?: string
  /** Whether the same request may succeed later; absent where that cannot be told. */
  retryable?: boolean
  /** `code` of the error body; numbers as text. */
  providerCode?: string
  providerType?: string
  param?: string
  /** The error body as received. */
  raw?: unknown
}

/** A failure that no provider described: the stream or the connection itself went wrong. */
export function localFailure(code: LlmErrorCode, message: string): LlmFailure {
  const retryable = RETRYABLE[code]
  return { code, message, ...(retryable !== undefined && { retryable }) }
}

/** The failure a provider described, classified. `headers` are those of the HTTP answer, where there are any. */
export function providerFailure(error: ProviderError, headers?: HeaderSource): LlmFailure {
  const code = classifyError(error)
  const retryAfterMs = readRetryAfterMs(headers) ?? error.retryAfterMs
  const requestId = error.requestId ?? readRequestId(headers)
  const retryable = readShouldRetry(headers) ?? RETRYABLE[code]
  return {
    code,
    message: error.message,
    ...(error.status !== undefined && { status: error.status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(requestId !== undefined && { requestId }),
    ...(retryable !== undefined && { retryable }),
    ...(error.code !== undefined && { providerCode: error.code }),
    ...(error.type !== undefined && { providerType: error.type }),
    ...(error.param !== undefined && { param: error.param }),
    ...(error.raw !== undefined && { raw: error.raw }),
  }
}

/** The provider's own before a proxy's. */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'mistral-correlation-id',
  'apim-request-id',
  'x-ds-trace-id',
  'x-ms-request-id',
]

function readRequestId(headers: HeaderSource | undefined): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => readHeader(headers, name)).find((value) => value !== undefined)
}

/** `x-should-retry` is the server's own word and overrides ours: https://github.com/openai/openai-node/blob/master/src/client.ts */
function readShouldRetry(headers: HeaderSource | undefined): boolean | undefined {
  const word = readHeader(headers, 'x-should-retry')
  return word === 'true' ? true : word === 'false' ? false : undefined
}
