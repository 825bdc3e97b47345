/** How Azure OpenAI fails, over HTTP. Not here: errors inside a stream (chat-streams.ts). */

import { httpRows } from '../error-situation.ts'

const azure = 'https://learn.microsoft.com/azure/ai-services/openai/quotas-limits'

const filters = 'https://learn.microsoft.com/azure/ai-services/openai/how-to/content-filters'

const apim = 'https://learn.microsoft.com/azure/api-management/rate-limit-policy'

export const azureRows = httpRows({ provider: 'Azure', wires: ['openai-chat'] }, [
  {
    id: 'bad-key',
    title: 'A wrong subscription key',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    status: 401,
    headers: { 'apim-request-id': '9f7a429e' },
    body: {
      error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
    },
    truth: { code: 'AUTH', retry: false, requestId: '9f7a429e' },
  },
  {
    id: 'firewall',
    title: 'A network that is not let in',
    source: 'https://learn.microsoft.com/azure/ai-services/cognitive-services-virtual-networks',
    status: 403,
    body: {
      error: { code: 'AccessDenied', message: 'Access denied due to Virtual Network/Firewall rules.' },
    },
    truth: { code: 'PERMISSION', retry: false },
  },
  {
    id: 'no-deployment',
    title: 'A deployment that does not exist',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    status: 404,
    body: {
      error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    },
    truth: { code: 'NOT_FOUND', retry: false },
  },
  {
    id: 'no-resource',
    title: 'A path that does not exist',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    status: 404,
    headers: { 'apim-request-id': '49a7f7ae' },
    body: { error: { code: '404', message: 'Resource not found' } },
    truth: { code: 'NOT_FOUND', retry: false, requestId: '49a7f7ae' },
  },
  {
    id: 'rate-limit',
    title: 'A limit of the pricing tier',
    source: azure,
    status: 429,
    headers: { 'retry-after': '26', 'apim-request-id': 'c403d401' },
    body: {
      error: {
        code: '429',
        message:
          'Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 26 seconds.',
      },
    },
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 26_000, requestId: 'c403d401' },
  },
  {
    id: 'gateway-rate-limit',
    title: 'A limit of the gateway in front, its fields bare',
    source: apim,
    status: 429,
    headers: { 'retry-after': '5' },
    body: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 5 seconds.' },
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 5_000 },
  },
  {
    id: 'gateway-no-key',
    title: 'No key, told by the gateway in front',
    source: apim,
    status: 401,
    body: {
      statusCode: 401,
      message: 'Access denied due to missing subscription key. Make sure to include subscription key.',
    },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'content-filter',
    title: 'A prompt that the filter refuses',
    source: filters,
    status: 400,
    body: {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: { hate: { filtered: true, severity: 'high' } },
        },
      },
    },
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'time-out',
    title: 'An operation that took too long',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    status: 408,
    body: { error: { code: 'Timeout', message: 'The operation was timeout.' } },
    truth: { code: 'TIMEOUT', retry: true },
  },
  {
    id: 'unprocessable',
    title: 'A field of the wrong type',
    source:
      'https://learn.microsoft.com/azure/ai-foundry/model-inference/reference/reference-model-inference-api',
    status: 422,
    body: {
      error: {
        code: 'Invalid input',
        status: 422,
        message: 'invalid input error',
        details: [
          { type: 'string_type', loc: ['body', 'tool_choice'], msg: 'Input should be a valid string' },
        ],
      },
    },
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'internal',
    title: 'A fault of the server, its code a number as text',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/reference',
    status: 500,
    body: { error: { code: '500', message: 'Internal server error', type: 'server_error' } },
    truth: { code: 'SERVER', retry: true },
  },
])
