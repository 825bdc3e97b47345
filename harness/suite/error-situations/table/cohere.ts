/** How Cohere fails, over HTTP. */

import { httpRows } from '../error-situation.ts'

const cohere = 'https://docs.cohere.com/reference/errors'

export const cohereRows = httpRows({ provider: 'Cohere', wires: ['cohere'] }, [
  {
    id: 'bad-request',
    title: 'A request it does not take',
    source: cohere,
    status: 400,
    body: { id: 'c1', message: 'invalid request: list of tools must not be empty.' },
    truth: { code: 'INVALID_REQUEST', retry: false, requestId: 'c1' },
  },
  {
    id: 'bad-key',
    title: 'A wrong key',
    source: cohere,
    status: 401,
    headers: { 'x-debug-trace-id': '9f02' },
    body: { id: 'c2', message: 'invalid api token' },
    truth: { code: 'AUTH', retry: false, requestId: 'c2' },
  },
  {
    id: 'billing',
    title: 'A billing limit',
    source: cohere,
    status: 402,
    body: { message: 'Please add or update your payment method to continue' },
    truth: { code: 'QUOTA', retry: false },
  },
  {
    id: 'no-model',
    title: 'A model that was removed',
    source: cohere,
    status: 404,
    headers: { 'x-debug-trace-id': '6ce2' },
    body: { message: "model 'command-r' was removed on September 15, 2025." },
    truth: { code: 'NOT_FOUND', retry: false, requestId: '6ce2' },
  },
  {
    id: 'context-window',
    title: 'A prompt that is too long, told by its type',
    source: cohere,
    status: 400,
    body: {
      error_type: 'TOO_MANY_TOKENS',
      id: 'c3',
      message:
        'too many tokens: size limit exceeded by 25836 tokens. Try using shorter or fewer inputs. The limit for this model is 288000 tokens.',
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false, requestId: 'c3' },
  },
  {
    id: 'context-window-worded',
    title: 'A prompt that is too long, told by the message alone',
    source: 'https://github.com/cohere-ai/sandbox-topically/issues/4',
    status: 400,
    body: {
      message: 'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4104.',
    },
    truth: { code: 'CONTEXT_WINDOW_EXCEEDED', retry: false },
  },
  {
    id: 'rate-limit',
    title: 'A trial key that calls too often',
    source: cohere,
    status: 429,
    body: {
      message:
        'You are using a Trial key, which is limited to 20 API calls / minute. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits.',
    },
    truth: { code: 'RATE_LIMIT', retry: true },
  },
  {
    id: 'blocked',
    title: 'A blocked word, which is HTTP 498',
    source: cohere,
    status: 498,
    body: { message: 'blocked output: please adjust your request' },
    truth: { code: 'CONTENT_FILTER', retry: false },
  },
  {
    id: 'cancelled',
    title: 'A request that was cancelled',
    source: cohere,
    status: 499,
    body: { message: 'request cancelled' },
    truth: { code: 'ABORTED', retry: false },
  },
  {
    id: 'server',
    title: 'A fault of the server',
    source: cohere,
    status: 500,
    body: { message: 'internal server error, this has been reported to our developers. id c4' },
    truth: { code: 'SERVER', retry: true },
  },
])
