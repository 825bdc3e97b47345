/** How DashScope and GLM behind gateways fail, over HTTP. */

import { httpRows } from '../error-situation.ts'

const wires = ['openai-chat'] as const

const dashscope = 'https://www.alibabacloud.com/help/en/model-studio/error-code'

export const dashscopeRows = httpRows({ provider: 'DashScope', wires }, [
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: dashscope,
    status: 401,
    body: {
      error: {
        message: 'Incorrect API key provided. ',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
      request_id: 'd00d',
    },
    truth: { code: 'AUTH', retry: false, requestId: 'd00d' },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: 'https://github.com/anomalyco/opencode/pull/45834',
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter_error',
        param: null,
        message: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
        type: 'invalid_request_error',
      },
      id: 'chatcmpl-1',
      request_id: 'd00e',
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId: 'd00e' },
  },
  {
    id: 'arrears',
    title: 'An account in arrears, which is HTTP 400',
    source: dashscope,
    status: 400,
    body: {
      error: {
        code: 'Arrearage',
        param: null,
        message: 'Access denied, please make sure your account is in good standing.',
        type: 'Arrearage',
      },
    },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'requests',
    title: 'Too many requests, worded as a list',
    source: dashscope,
    status: 429,
    body: {
      error: {
        message: 'You exceeded your current requests list.',
        type: 'limit_requests',
        param: null,
        code: 'limit_requests',
      },
    },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'inspection',
    title: 'Content that was inspected and refused',
    source: dashscope,
    status: 400,
    body: {
      error: {
        code: 'data_inspection_failed',
        param: null,
        message: 'Input data may contain inappropriate content.',
        type: 'data_inspection_failed',
      },
    },
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'native-throttling',
    title: 'Throttling in the fields of the native API',
    source: dashscope,
    status: 429,
    body: {
      code: 'Throttling.RateQuota',
      message: 'Requests rate limit exceeded, please try again later.',
      request_id: 'd00f',
    },
    truth: { code: 'RATE_LIMIT', retry: true, requestId: 'd00f' },
  },
])

export const glmRows = httpRows({ provider: 'GLM gateways', prefix: 'glm', wires }, [
  {
    id: 'context-window',
    title: 'A prompt that is too long',
    source: 'https://github.com/anomalyco/opencode/issues/35918',
    status: 400,
    body: {
      error: {
        message: 'tokens in request more than max tokens allowed',
        type: 'invalid_request_error',
        code: null,
      },
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
])
