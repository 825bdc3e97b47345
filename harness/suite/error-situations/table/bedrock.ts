/** How Bedrock fails, over HTTP. Not here: exceptions inside a stream (bedrock-streams.ts). */

import { httpRows } from '../error-situation.ts'

const codes = 'https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html'

const common = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html'

const throttled = 'https://github.com/badlogic/pi-mono/pull/2699'

const named = (name: string) => ({
  'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
  'x-amzn-requestid': '2cc171c3-b38a',
})

const requestId = '2cc171c3-b38a'

export const bedrockRows = httpRows({ provider: 'Bedrock', wires: ['bedrock-converse'] }, [
  {
    id: 'access-denied',
    title: 'A model that is not enabled',
    source: codes,
    status: 403,
    headers: named('AccessDeniedException'),
    body: { message: "You don't have access to the model with the specified model ID." },
    truth: { code: 'PERMISSION', retry: false, requestId },
  },
  {
    id: 'access-denied-capital',
    title: 'No right to invoke, its message under a capital letter',
    source: common,
    status: 403,
    headers: named('AccessDeniedException'),
    body: { Message: 'User: arn:aws:iam::1:user/u is not authorized to perform: bedrock:InvokeModel' },
    truth: { code: 'PERMISSION', retry: false, requestId },
  },
  {
    id: 'bad-token',
    title: 'A security token that is not valid',
    source: common,
    status: 403,
    headers: named('UnrecognizedClientException'),
    body: { message: 'The security token included in the request is invalid.' },
    truth: { code: 'AUTH', retry: false, requestId },
  },
  {
    id: 'expired-token',
    title: 'A security token that is over',
    source: common,
    status: 403,
    headers: named('ExpiredTokenException'),
    body: { message: 'The security token included in the request is expired' },
    truth: { code: 'AUTH', retry: false, requestId },
  },
  {
    id: 'bad-signature',
    title: 'A signature of another time',
    source: common,
    status: 403,
    headers: named('InvalidSignatureException'),
    body: {
      message:
        'Signature expired: 20250130T064508Z is now earlier than 20250210T013411Z (20250210T013911Z - 5 min.)',
    },
    truth: { code: 'AUTH', retry: false, requestId },
  },
  {
    id: 'no-model',
    title: 'A model version at the end of its life',
    source: codes,
    status: 404,
    headers: named('ResourceNotFoundException'),
    body: { message: 'This model version has reached the end of its life.' },
    truth: { code: 'NOT_FOUND', retry: false, requestId },
  },
  {
    id: 'bad-model-id',
    title: 'A model identifier of a wrong form',
    source: codes,
    status: 400,
    headers: named('ValidationException'),
    body: { message: 'The provided model identifier is invalid.' },
    truth: { code: 'INVALID_REQUEST', retry: false, requestId },
  },
  {
    id: 'type-in-body',
    title: 'The name of the exception in the body instead of the header',
    source: 'https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html',
    status: 400,
    body: {
      __type: 'com.amazon.coral.service#ValidationException',
      message: 'A conversation must start with a user message.',
    },
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, without the name of the exception',
    source: 'https://github.com/vercel/ai/issues/6254',
    status: 400,
    body: { message: 'Input is too long for requested model.' },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'context-window-other-words',
    title: 'A prompt that is too long, in other words',
    source: 'https://github.com/openclaw/openclaw/issues/58839',
    status: 400,
    headers: named('ValidationException'),
    body: { message: 'The input is too long for this model: input exceeds the max input token limit.' },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId },
  },
  {
    id: 'mantle-context-window',
    title: "A prompt that is too long, in Mantle's words",
    source: 'https://github.com/earendil-works/pi/blob/main/packages/ai/test/overflow.test.ts',
    status: 400,
    headers: named('ValidationException'),
    body: { message: 'prompt tokens (250000) exceed model maximum (200000) for base model' },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId },
  },
  {
    id: 'throttled-tokens',
    title: 'Throttling that counts tokens',
    source: throttled,
    status: 429,
    headers: named('ThrottlingException'),
    body: { message: 'Too many tokens, please wait before trying again.' },
    truth: { code: 'RATE_LIMIT', retry: true, requestId },
  },
  {
    id: 'throttled-day',
    title: 'Throttling that counts tokens a day',
    source: 'https://github.com/anomalyco/opencode/pull/13018',
    status: 429,
    headers: named('ThrottlingException'),
    body: { message: 'Too many tokens per day, please wait before trying again.' },
    truth: { code: 'RATE_LIMIT', retry: true, requestId },
  },
  {
    id: 'throttled-requests',
    title: 'Throttling that counts requests',
    source: codes,
    status: 429,
    headers: named('ThrottlingException'),
    body: { message: 'Too many requests, please wait before trying again.' },
    truth: { code: 'RATE_LIMIT', retry: true, requestId },
  },
  {
    id: 'service-quota',
    title: 'A service quota, which is HTTP 400',
    source: codes,
    status: 400,
    headers: named('ServiceQuotaExceededException'),
    body: { message: 'Too many tokens, please wait before trying again.' },
    truth: { code: 'RATE_LIMIT', retry: true, requestId },
  },
  {
    id: 'unavailable',
    title: 'A service that cannot process the request',
    source: 'https://github.com/aws-samples/foundation-model-benchmarking-tool/issues/247',
    status: 503,
    headers: named('ServiceUnavailableException'),
    body: { message: 'Bedrock is unable to process your request.' },
    truth: { code: 'OVERLOADED', retry: true, requestId },
  },
  {
    id: 'not-ready',
    title: 'A model that is not loaded yet, which is HTTP 429',
    source: codes,
    status: 429,
    headers: named('ModelNotReadyException'),
    body: { message: 'The model is not ready for inference. Wait and try again.' },
    truth: { code: 'OVERLOADED', retry: true, requestId },
  },
  {
    id: 'internal',
    title: 'A fault of the server',
    source: codes,
    status: 500,
    headers: named('InternalServerException'),
    body: {
      message: 'The system encountered an unexpected error during processing. Try your request again.',
    },
    truth: { code: 'SERVER', retry: true, requestId },
  },
  {
    id: 'model-time-out',
    title: 'A model that took too long',
    source: codes,
    status: 408,
    headers: named('ModelTimeoutException'),
    body: { message: 'Model has timed out in processing the request. Try your request again.' },
    truth: { code: 'TIMEOUT', retry: true, requestId },
  },
  {
    id: 'model-error',
    title: 'A fault of the model, which is HTTP 424',
    source: 'https://github.com/aws/aws-sdk-js-v3/issues/6266',
    status: 424,
    headers: named('ModelErrorException'),
    body: {
      message: 'The system encountered an unexpected error during processing.',
      originalStatusCode: 500,
      resourceName: 'm',
    },
    truth: { code: 'SERVER', retry: true, requestId },
  },
])
