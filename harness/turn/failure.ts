/** Why a response failed, in the few codes a program can act on. Not here: telling the code from a wire's own body (harness/wire/<wire>/read-error.ts). */

export const failureCodes = [
  'AUTH',
  'PERMISSION',
  'NOT_FOUND',
  'QUOTA',
  'RATE_LIMIT',
  'OVERLOADED',
  'CONTEXT_WINDOW_EXCEEDED',
  'INVALID_REQUEST',
  'SERVER',
  'TIMEOUT',
  'TRANSPORT',
  'EMPTY_RESPONSE',
  'CONTENT_FILTER',
  'ABORTED',
  'UNKNOWN',
] as const
export type FailureCode = (typeof failureCodes)[number]

export type Failure = {
  code: FailureCode
  message: string
  /** HTTP status, where there was an HTTP answer. */
  status?: number
  /** Milliseconds the provider asked to wait. */
  retryAfterMs?: number
  requestId?: string
  /** Whether sending the same request again may succeed. */
  retryable?: boolean
  /** The provider's own `code`, `type` and `param`. */
  providerCode?: string
  providerType?: string
  param?: string
  /** The error as the wire sent it. */
  raw?: unknown
}
