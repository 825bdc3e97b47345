/** The errors a provider answers with, in the words and fields of each. Not here: when (upstream.ts), reading them (harness/wire/<wire>/read-error.ts). */

import type { WireName } from '../wire/wire.ts'
import type { Asked } from './asked.ts'

export const faultNames = [
  'bad-key',
  'unknown-model',
  'context-overflow',
  'rate-limit',
  'overloaded',
  'invalid-request',
] as const
export type FaultName = (typeof faultNames)[number]

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: unknown }

type Said = { model: string; tokens: number; limit: number; message: string }
type Faults = Record<
  FaultName,
  (said: Said) => [status: number, body: unknown, headers?: Record<string, string>]
>

const waitTwoSeconds = { 'retry-after': '2' }

/** https://platform.openai.com/docs/guides/error-codes */
const openai = (type: string, code: string | null, message: string, param: string | null = null) => ({
  error: { message, type, param, code },
})
const openaiChat: Faults = {
  'bad-key': () => [401, openai('invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.')],
  'unknown-model': ({ model }) => [
    404,
    openai(
      'invalid_request_error',
      'model_not_found',
      `The model \`${model}\` does not exist or you do not have access to it.`,
    ),
  ],
  'context-overflow': ({ tokens, limit }) => [
    400,
    openai(
      'invalid_request_error',
      'context_length_exceeded',
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens.`,
      'messages',
    ),
  ],
  'rate-limit': () => [
    429,
    openai('requests', 'rate_limit_exceeded', 'Rate limit reached for requests. Please try again in 2s.'),
    waitTwoSeconds,
  ],
  overloaded: () => [
    503,
    openai('server_error', null, 'The server is currently overloaded.'),
    waitTwoSeconds,
  ],
  'invalid-request': ({ message }) => [400, openai('invalid_request_error', null, message)],
}
const openaiResponses: Faults = {
  ...openaiChat,
  'unknown-model': ({ model }) => [
    400,
    openai(
      'invalid_request_error',
      'model_not_found',
      `The requested model '${model}' does not exist.`,
      'model',
    ),
  ],
  'context-overflow': () => [
    400,
    openai(
      'invalid_request_error',
      'context_length_exceeded',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'input',
    ),
  ],
}

/** https://platform.claude.com/docs/en/api/errors */
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } })
const anthropicMessages: Faults = {
  'bad-key': () => [401, anthropic('authentication_error', 'invalid x-api-key')],
  'unknown-model': ({ model }) => [404, anthropic('not_found_error', `model: ${model}`)],
  'context-overflow': ({ tokens, limit }) => [
    400,
    anthropic('invalid_request_error', `prompt is too long: ${tokens} tokens > ${limit} maximum`),
  ],
  'rate-limit': () => [
    429,
    anthropic('rate_limit_error', 'This request would exceed the rate limit of your organization.'),
    waitTwoSeconds,
  ],
  overloaded: () => [529, anthropic('overloaded_error', 'Overloaded')],
  'invalid-request': ({ message }) => [400, anthropic('invalid_request_error', message)],
}

/** https://ai.google.dev/gemini-api/docs/troubleshooting and https://google.aip.dev/193 */
const google = (code: number, status: string, message: string, details?: unknown[]) => ({
  error: { code, message, status, ...(details ? { details } : {}) },
})
const gemini: Faults = {
  'bad-key': () => [
    400,
    google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ]),
  ],
  'unknown-model': ({ model }) => [
    404,
    google(
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    ),
  ],
  'context-overflow': ({ tokens, limit }) => [
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`,
    ),
  ],
  'rate-limit': () => [
    429,
    google(429, 'RESOURCE_EXHAUSTED', 'Too many requests per minute. Please retry in 2s.', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
    ]),
  ],
  overloaded: () => [503, google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
  'invalid-request': ({ message }) => [400, google(400, 'INVALID_ARGUMENT', message)],
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html */
const aws = (status: number, type: string, message: string): [number, unknown, Record<string, string>] => [
  status,
  { message },
  { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
]
const bedrockConverse: Faults = {
  'bad-key': () =>
    aws(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
  'unknown-model': () => aws(400, 'ValidationException', 'The provided model identifier is invalid.'),
  'context-overflow': () => aws(400, 'ValidationException', 'Input is too long for requested model.'),
  'rate-limit': () => aws(429, 'ThrottlingException', 'Too many requests, please wait before trying again.'),
  overloaded: () => aws(503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'),
  'invalid-request': ({ message }) => aws(400, 'ValidationException', message),
}

/** https://docs.mistral.ai/api/ and the errors its clients report, e.g. https://github.com/mistralai/client-ts/issues */
const mistralError = (type: string, code: string, message: string) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
})
const mistral: Faults = {
  'bad-key': () => [401, { detail: 'Unauthorized' }],
  'unknown-model': ({ model }) => [400, mistralError('invalid_model', '1500', `Invalid model: ${model}`)],
  'context-overflow': ({ tokens, limit }) => [
    400,
    mistralError(
      'invalid_request_prompt',
      '3051',
      `Prompt contains ${tokens} tokens, too large for model with ${limit} maximum context length`,
    ),
  ],
  'rate-limit': () => [429, mistralError('rate_limited', '1300', 'Rate limit exceeded'), waitTwoSeconds],
  overloaded: () => [503, mistralError('service_unavailable', '3505', 'Service unavailable.')],
  'invalid-request': ({ message }) => [400, mistralError('invalid_request_error', '3000', message)],
}

const byWire: Partial<Record<WireName, Faults>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'bedrock-converse': bedrockConverse,
  mistral,
}

/** The error as the provider of `asked.wire` gives it. `message` is what an `invalid-request` says. */
export function faultAnswer(
  asked: Pick<Asked, 'wire' | 'model' | 'characters'>,
  fault: FaultName,
  { limit = 4_096, message = 'The request is not valid.' }: { limit?: number; message?: string } = {},
): ErrorAnswer {
  const faults = byWire[asked.wire] ?? openaiChat
  const tokens = tokensOf(asked.characters)
  const [status, body, headers = {}] = faults[fault]({ model: asked.model, tokens, limit, message })
  return { status, headers, body }
}

/** A count good enough for a limit: https://help.openai.com/en/articles/4936856 */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4)
}
