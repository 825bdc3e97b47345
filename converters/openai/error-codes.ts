/** The closed list of failure classes, and which of them are worth the same request again. Not here: how an error gets its class. */

export const LLM_ERROR_CODES = [
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

export type LlmErrorCode = (typeof LLM_ERROR_CODES)[number]

/** Whether the same request may succeed later; UNKNOWN is absent because nobody can tell. */
export const RETRYABLE: { readonly [code in LlmErrorCode]?: boolean } = {
  AUTH: false,
  PERMISSION: false,
  NOT_FOUND: false,
  QUOTA: false,
  CONTEXT_WINDOW_EXCEEDED: false,
  INVALID_REQUEST: false,
  CONTENT_FILTER: false,
  ABORTED: false,
  RATE_LIMIT: true,
  OVERLOADED: true,
  SERVER: true,
  TIMEOUT: true,
  TRANSPORT: true,
  EMPTY_RESPONSE: true,
}
