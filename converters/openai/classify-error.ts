/** Chooses the class of a provider's error from its structured fields, its words and its status, in that order of trust. Not here: reading the body. */
import type { LlmErrorCode } from './error-codes.ts'
import type { ProviderError } from './provider-error.ts'

type Words = readonly (readonly [LlmErrorCode, readonly string[]])[]

/**
 * `code` and `type` values that settle the class whatever the status, written without separators and without the ending Error or Exception.
 * The order is the order of trust: exhausted credit also arrives under rate-limit types. Sources: https://platform.openai.com/docs/guides/error-codes
 * https://docs.claude.com/en/api/errors https://docs.z.ai/api-reference/api-code https://platform.moonshot.ai/docs/api/errors
 * https://github.com/huggingface/text-generation-inference (`generation`)
 */
const DECISIVE: Words = [
  [
    'QUOTA',
    [
      'insufficientquota',
      'billinghardlimitreached',
      'billingnotactive',
      'billing',
      'exceededcurrentquota',
      'insufficientbalance',
      'insufficientcredits',
      'insufficientfunds',
      'budgetexceeded',
      'quotaexceeded',
      'paymentrequired',
      'arrearage',
      '1113',
      '1308',
    ],
  ],
  [
    'CONTEXT_WINDOW_EXCEEDED',
    [
      'contextlengthexceeded',
      'contextwindowexceeded',
      'exceedcontextsize',
      'toomanyprompttokens',
      'modelcontextwindowexceeded',
      'modelmaxprompttokensexceeded',
      '1261',
      '3051',
    ],
  ],
  [
    'CONTENT_FILTER',
    [
      'contentfilter',
      'contentpolicyviolation',
      'responsibleaipolicyviolation',
      'datainspectionfailed',
      '1301',
    ],
  ],
  [
    'OVERLOADED',
    [
      'overloaded',
      'engineoverloaded',
      'serveroverloaded',
      'modeloverloaded',
      'servicetiercapacityexceeded',
      '3505',
    ],
  ],
  [
    'RATE_LIMIT',
    [
      'ratelimit',
      'ratelimited',
      'ratelimitexceeded',
      'ratelimitreached',
      'toomanyrequests',
      'throttling',
      'tokens',
      'requests',
      '1300',
      '1302',
      '1303',
      '1305',
    ],
  ],
  [
    'AUTH',
    [
      'invalidapikey',
      'authentication',
      'invalidauthentication',
      'incorrectapikey',
      'unauthorized',
      'unauthenticated',
    ],
  ],
  [
    'PERMISSION',
    ['permission', 'permissiondenied', 'accessdenied', 'forbidden', 'unsupportedcountryregionterritory'],
  ],
  ['NOT_FOUND', ['modelnotfound', 'notfound', 'deploymentnotfound']],
]

/** `code` and `type` values so general that a status knows better. */
const GENERAL: Words = [
  ['TIMEOUT', ['timeout', 'deadlineexceeded', 'gatewaytimeout', 'requesttimeout']],
  ['OVERLOADED', ['unavailable', 'serviceunavailable']],
  ['RATE_LIMIT', ['resourceexhausted']],
  [
    'SERVER',
    ['server', 'internalserver', 'internal', 'api', 'badgateway', 'upstream', 'provider', 'generation'],
  ],
  [
    'INVALID_REQUEST',
    ['invalidrequest', 'badrequest', 'invalidargument', 'unprocessableentity', 'requesttoolarge'],
  ],
]

const BY_STATUS: { readonly [status: number]: LlmErrorCode } = {
  401: 'AUTH',
  402: 'QUOTA',
  403: 'PERMISSION',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  429: 'RATE_LIMIT',
  498: 'OVERLOADED',
  503: 'OVERLOADED',
  504: 'TIMEOUT',
  524: 'TIMEOUT',
  529: 'OVERLOADED',
}

// "You exceeded your current quota" is said both of spent credit and of a per-minute limit; only the second says when to come back.
const SPENT =
  /exceeded your (current|monthly) quota|insufficient (quota|credits?|balance|funds)|credit balance|(more|out of|no|all available) credits|monthly spending limit|billing (hard )?limit|usage limit (reached|exceeded)|account is in arrears/i
const SOON = /(retry|try again) in \d|per[-_ ]?minute|retryDelay|tokens per min|requests per min/i
const THROTTLED =
  /rate.?limit|too many requests|throttl|too many tokens(,| per| processed)|(tokens|requests) per (min|hour|day)|limit of \d+ requests/i
const TOO_LONG = [
  /(prompt|input) (is )?too long/i,
  /(maximum|max) (context|prompt) length/i,
  /context.?(length|window|size).{0,40}exceed/i,
  /exceed.{0,60}context.?(length|window|size|limit)/i,
  /(greater|longer) than the (model's )?context length/i,
  /(input|prompt) tokens? (count )?.{0,40}exceeds?/i,
  /input exceeds the max/i,
  /exceeds max length/i,
  /reduce the length of the (messages|prompt)/i,
  /configured context size/i,
  /range of input length/i,
  /exceeded model token limit/i,
  /tokens in request more than max/i,
  /too many tokens: /i,
  /`inputs` tokens \+ `max_new_tokens` must be/i,
]
const FILTERED =
  /content management policy|\b(?:input|prompt|content) was flagged\b|content[-_ ]?filter(ing|ed)?\b.{0,40}(trigger|block|polic)/i
const BAD_KEY =
  /(invalid|incorrect|missing|wrong) (x-)?api[-_ ]?key|api[-_ ]?key (is )?(not valid|not found|invalid|expired)|API_KEY_INVALID/i
const CROWDED = /overloaded|at capacity|capacity (temporarily )?exceeded/i
const NO_MODEL = /\bmodel\b.{0,80}\b(not found|does not exist)/i

/** The class of the error; UNKNOWN where nothing in it is known. Digits inside the message never count as a status. */
export function classifyError(error: Omit<ProviderError, 'raw'>): LlmErrorCode {
  return (
    byWords(DECISIVE, error) ??
    byMessage(`${error.message} ${error.hints ?? ''}`, error.retryAfterMs !== undefined) ??
    missingModel(error) ??
    byStatus(error.status ?? statusFromCode(error.code)) ??
    byWords(GENERAL, error) ??
    byVagueMessage(error.message) ??
    'UNKNOWN'
  )
}

function byWords(words: Words, error: Pick<ProviderError, 'code' | 'type'>): LlmErrorCode | undefined {
  const said = [error.code, error.type].map(bareWord)
  return words.find(([, known]) => known.some((word) => said.includes(word)))?.[0]
}

/** `rate_limit_error`, `RateLimitError` and `RATE_LIMIT` are one word. */
function bareWord(label: string | undefined): string {
  return (label ?? '')
    .toLowerCase()
    .replace(/^.*\./, '')
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/(error|exception)$/, '')
}

function byMessage(words: string, saysWhen: boolean): LlmErrorCode | undefined {
  if (SPENT.test(words)) return saysWhen || SOON.test(words) ? 'RATE_LIMIT' : 'QUOTA'
  if (!THROTTLED.test(words) && TOO_LONG.some((pattern) => pattern.test(words)))
    return 'CONTEXT_WINDOW_EXCEEDED'
  if (FILTERED.test(words)) return 'CONTENT_FILTER'
  if (BAD_KEY.test(words)) return 'AUTH'
  return CROWDED.test(words) ? 'OVERLOADED' : undefined
}

/** xAI answers a model that is not there by HTTP 400: https://docs.x.ai/docs/key-information/debugging */
function missingModel({
  message,
  status,
}: Pick<ProviderError, 'message' | 'status'>): LlmErrorCode | undefined {
  return status === 400 && NO_MODEL.test(message) ? 'NOT_FOUND' : undefined
}

function byStatus(status: number | undefined): LlmErrorCode | undefined {
  if (status === undefined || status < 400 || status > 599) return undefined
  return BY_STATUS[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER')
}

/** Gateways put the upstream's HTTP status into `code`: https://openrouter.ai/docs/api-reference/errors */
function statusFromCode(code: string | undefined): number | undefined {
  return code !== undefined && /^[45]\d\d$/.test(code) ? Number(code) : undefined
}

function byVagueMessage(message: string): LlmErrorCode | undefined {
  if (THROTTLED.test(message)) return 'RATE_LIMIT'
  if (/timed? ?out|deadline exceeded/i.test(message)) return 'TIMEOUT'
  if (/internal (server )?error|bad gateway|failed during generation/i.test(message)) return 'SERVER'
  if (/(service|temporarily) unavailable/i.test(message)) return 'OVERLOADED'
  return /unauthori[sz]ed/i.test(message) ? 'AUTH' : undefined
}
