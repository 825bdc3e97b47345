/** How Gemini and Code Assist fail, over HTTP. Not here: errors inside a stream (gemini-streams.ts). */

import { httpRows } from '../error-situation.ts'

const troubleshooting = 'https://ai.google.dev/gemini-api/docs/troubleshooting'

const limits = 'https://ai.google.dev/gemini-api/docs/rate-limits'

const spent =
  'You exceeded your current quota, please check your plan and billing details. For more information, head to: https://ai.google.dev/gemini-api/docs/rate-limits.'

const rpc = 'type.googleapis.com/google.rpc.'

function said(code: number, status: string, message: string, details?: readonly object[]) {
  return { error: { code, message, status, ...(details && { details }) } }
}

const quota = (id: string) => ({
  '@type': `${rpc}QuotaFailure`,
  violations: [
    { quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests', quotaId: id },
  ],
})

const retryIn = (delay: string) => ({ '@type': `${rpc}RetryInfo`, retryDelay: delay })

export const geminiRows = httpRows({ provider: 'Gemini', wires: ['gemini'] }, [
  {
    id: 'bad-key',
    title: 'A wrong key, which is HTTP 400',
    source: 'https://github.com/google-gemini/gemini-cli/issues/25198',
    status: 400,
    body: said(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      {
        '@type': `${rpc}ErrorInfo`,
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
      {
        '@type': `${rpc}LocalizedMessage`,
        locale: 'en-US',
        message: 'API key not valid. Please pass a valid API key.',
      },
    ]),
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'bad-key-plain',
    title: 'A wrong key, told by the message alone',
    source: 'https://github.com/continuedev/continue/issues/10290',
    status: 400,
    body: said(400, 'INVALID_ARGUMENT', 'API Key not found. Please pass a valid API key.'),
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'no-caller',
    title: 'No key at all',
    source: troubleshooting,
    status: 403,
    body: said(
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity).",
    ),
    truth: { code: 'PERMISSION', retry: false },
  },
  {
    id: 'no-token',
    title: 'Credentials that are no token',
    source: troubleshooting,
    status: 401,
    body: said(
      401,
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token.',
    ),
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'no-model',
    title: 'A model that does not exist',
    source: troubleshooting,
    status: 404,
    body: said(
      404,
      'NOT_FOUND',
      'models/gemini-0 is not found for API version v1beta, or is not supported for generateContent.',
    ),
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'bad-field',
    title: 'A field nobody knows, with its violation',
    source: 'https://cloud.google.com/apis/design/errors',
    status: 400,
    body: said(
      400,
      'INVALID_ARGUMENT',
      'Invalid JSON payload received. Unknown name "contnts": Cannot find field.',
      [
        {
          '@type': `${rpc}BadRequest`,
          fieldViolations: [{ field: 'contnts', description: 'Cannot find field.' }],
        },
      ],
    ),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'precondition',
    title: 'A place where the free tier is not offered',
    source: troubleshooting,
    status: 400,
    body: said(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: 'https://github.com/google-gemini/gemini-cli/issues/5807',
    status: 400,
    body: said(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1250074) exceeds the maximum number of tokens allowed (1048576).',
    ),
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit-minute',
    title: 'A limit a minute, worded as a quota, with RetryInfo',
    source: 'https://github.com/google-gemini/gemini-cli/pull/18073',
    status: 429,
    body: said(429, 'RESOURCE_EXHAUSTED', `${spent}\nPlease retry in 36.4s.`, [
      quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'),
      retryIn('36s'),
    ]),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 36_000 },
  },
  {
    id: 'rate-limit-worded',
    title: 'A limit worded as a quota, its delay only in the message',
    source: limits,
    status: 429,
    body: said(429, 'RESOURCE_EXHAUSTED', `${spent} Please retry in 36.4s.`),
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 36_400 },
  },
  {
    id: 'quota-day',
    title: 'A limit a day, without RetryInfo',
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/9504',
    status: 429,
    body: said(429, 'RESOURCE_EXHAUSTED', spent, [
      quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
    ]),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'quota-bare',
    title: 'The wording of a quota and nothing else',
    source: limits,
    status: 429,
    body: said(429, 'RESOURCE_EXHAUSTED', spent),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'exhausted',
    title: 'A resource exhausted, without a word of when',
    source: 'https://github.com/google-gemini/gemini-cli/issues/2020',
    status: 429,
    body: said(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'code-assist-day',
    title: 'The daily quota of Code Assist',
    source: 'https://github.com/google-gemini/gemini-cli/issues/10925',
    status: 429,
    body: said(
      429,
      'RESOURCE_EXHAUSTED',
      "Quota exceeded for quota metric 'Gemini 2.5 Pro Requests' and limit 'Gemini 2.5 Pro Requests per day per user per tier' of service 'cloudcode-pa.googleapis.com'.",
      [
        {
          '@type': `${rpc}ErrorInfo`,
          reason: 'RATE_LIMIT_EXCEEDED',
          metadata: { quota_limit: 'Gemini25ProRequestsPerDayPerUserPerTier' },
        },
      ],
    ),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'billing-disabled',
    title: 'A project without billing',
    source: 'https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto',
    status: 403,
    body: said(
      403,
      'PERMISSION_DENIED',
      'This API method requires billing to be enabled. Please enable billing on project #1.',
      [{ '@type': `${rpc}ErrorInfo`, reason: 'BILLING_DISABLED', domain: 'googleapis.com' }],
    ),
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'overloaded',
    title: 'A model that is overloaded',
    source: 'https://github.com/vercel/ai/issues/5217',
    status: 503,
    body: said(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'internal',
    title: 'A fault of the server',
    source: troubleshooting,
    status: 500,
    body: said(
      500,
      'INTERNAL',
      'An internal error has occurred. Please retry or report in the troubleshooting guide.',
    ),
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'deadline',
    title: 'A deadline that passed',
    source: troubleshooting,
    status: 504,
    body: said(504, 'DEADLINE_EXCEEDED', 'The service was unable to finish processing within the deadline.'),
    truth: { code: 'TIMEOUT', retry: true },
  },
  {
    id: 'cancelled',
    title: 'An operation that was cancelled',
    source: 'https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto',
    status: 499,
    body: said(499, 'CANCELLED', 'The operation was cancelled.'),
    truth: { code: 'ABORTED', retry: false },
  },
  {
    id: 'event-stream-body',
    title: 'A JSON error behind the content type of a stream',
    source: 'https://github.com/langchain-ai/langchainjs/pull/10313',
    status: 429,
    headers: { 'content-type': 'text/event-stream' },
    body: said(
      429,
      'RESOURCE_EXHAUSTED',
      'Quota exceeded for aiplatform.googleapis.com/online_prediction_requests_per_base_model per minute.',
    ),
    truth: { code: 'RATE_LIMIT', retry: true },
  },
])
