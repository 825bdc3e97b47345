/** How plain proxies fail, over every wire. */

import { httpRows, page, plain } from '../error-situation.ts'

const wires = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
  'mistral',
] as const

const statuses = 'https://www.rfc-editor.org/rfc/rfc9110#name-status-codes'

const nginx = 'https://nginx.org/en/docs/http/ngx_http_core_module.html#error_page'

const nginxPage = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`

export const proxyRows = httpRows({ provider: 'Proxy', wires }, [
  {
    id: 'bad-gateway',
    title: 'A page of an upstream that answers wrongly',
    source: nginx,
    status: 502,
    headers: page,
    body: nginxPage('502 Bad Gateway'),
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'gateway-time-out',
    title: 'A page of an upstream that took too long',
    source: nginx,
    status: 504,
    headers: page,
    body: nginxPage('504 Gateway Time-out'),
    truth: { code: 'TIMEOUT', retry: true },
  },
  {
    id: 'forbidden',
    title: 'A page that forbids, which says nothing of a key',
    source: nginx,
    status: 403,
    headers: page,
    body: nginxPage('403 Forbidden'),
    truth: { code: 'PERMISSION', retry: false },
  },
  {
    id: 'too-large',
    title: 'A page about a body of too many bytes',
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
    status: 413,
    headers: page,
    body: nginxPage('413 Request Entity Too Large'),
    truth: { code: 'INVALID_REQUEST', retry: false },
  },
  {
    id: 'unavailable-date',
    title: 'Away until a date',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#field.retry-after',
    status: 503,
    headers: {
      ...plain,
      date: 'Mon, 30 Nov 2026 10:00:00 GMT',
      'retry-after': 'Mon, 30 Nov 2026 10:02:00 GMT',
    },
    body: 'no healthy upstream',
    truth: { code: 'OVERLOADED', retry: true, retryAfterMs: 120_000 },
  },
  {
    id: 'unavailable-odd-date',
    title: 'Away until a time nobody can read',
    source: 'https://github.com/earendil-works/pi/issues/9571',
    status: 503,
    headers: { ...plain, 'retry-after': 'Foo, 99 Bar' },
    body: 'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'empty',
    title: 'A fault of the server and no body',
    source: statuses,
    status: 500,
    headers: plain,
    body: '',
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'rate-limit-empty',
    title: 'Too many requests, no body, an id full of other statuses',
    source: statuses,
    status: 429,
    headers: { ...plain, 'x-request-id': '403-401-500', 'retry-after': '3' },
    body: '',
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 3_000, requestId: '403-401-500' },
  },
  {
    id: 'truncated',
    title: 'A JSON body that was cut',
    source: 'https://www.rfc-editor.org/rfc/rfc9112#section-8',
    status: 401,
    body: '{"error":{"message":"Incorrect API key provi',
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'odd-status',
    title: 'A status nobody listed',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15',
    status: 599,
    headers: plain,
    body: 'Network Connect Timeout Error',
    truth: { code: 'SERVER', retry: true },
  },
])
