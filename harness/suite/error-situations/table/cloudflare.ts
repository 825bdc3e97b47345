/** How Cloudflare fails in front of providers, and its own models. */

import { httpRows, page, plain } from '../error-situation.ts'

const wires = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
  'mistral',
] as const

const chat = ['openai-chat'] as const

const fiveHundreds =
  'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/'

const cloudflarePage = (title: string, said: string) =>
  `<!DOCTYPE html>\n<html lang="en-US">\n<head><title>${title}</title></head>\n<body><h1>${said}</h1><p>Cloudflare Ray ID: 8f401403429</p></body>\n</html>\n`

export const cloudflareRows = httpRows({ provider: 'Cloudflare', wires }, [
  {
    id: 'challenge',
    title: 'A page that asks for a human, which says nothing of a key',
    source: 'https://developers.cloudflare.com/cloudflare-challenges/',
    status: 403,
    headers: { ...page, 'cf-mitigated': 'challenge' },
    body: cloudflarePage('Attention Required! | Cloudflare', 'Sorry, you have been blocked'),
    truth: { code: 'PERMISSION', retry: false },
  },
  {
    id: 'unknown',
    title: 'An origin that answers with nothing known',
    source: fiveHundreds,
    status: 520,
    headers: page,
    body: cloudflarePage(
      'api.test | 520: Web server is returning an unknown error',
      'Web server is returning an unknown error',
    ),
    truth: { code: 'SERVER', retry: true },
  },
  {
    id: 'time-out',
    title: 'An origin that took too long',
    source: fiveHundreds,
    status: 524,
    headers: page,
    body: cloudflarePage('api.test | 524: A timeout occurred', 'A timeout occurred'),
    truth: { code: 'TIMEOUT', retry: true },
  },
])

export const cloudflareChatRows = httpRows({ provider: 'Cloudflare', wires: chat }, [
  {
    id: 'rate-limited',
    title: 'Too many requests, as text',
    source:
      'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1015/',
    status: 429,
    headers: { ...plain, 'retry-after': '30' },
    body: 'error code: 1015',
    truth: { code: 'RATE_LIMIT', retry: true, retryAfterMs: 30_000 },
  },
  {
    id: 'workers-bad-key',
    title: 'A wrong token of Workers AI, in a list of errors',
    source: 'https://developers.cloudflare.com/api/',
    status: 401,
    body: {
      result: null,
      success: false,
      errors: [{ code: 10000, message: 'Authentication error' }],
      messages: [],
    },
    truth: { code: 'AUTH', retry: false },
  },
  {
    id: 'workers-capacity',
    title: 'A model of Workers AI without capacity',
    source: 'https://developers.cloudflare.com/workers-ai/platform/errors/',
    status: 429,
    body: {
      result: null,
      success: false,
      errors: [{ message: 'AiError: AiError: Capacity temporarily exceeded, please try again.', code: 3040 }],
      messages: [],
    },
    truth: { code: 'OVERLOADED', retry: true },
  },
  {
    id: 'gateway-no-key',
    title: 'No token of the AI gateway, the error a list',
    source: 'https://developers.cloudflare.com/ai-gateway/',
    status: 401,
    body: { success: false, result: [], messages: [], error: [{ code: 2009, message: 'Unauthorized' }] },
    truth: { code: 'AUTH', retry: false },
  },
])
