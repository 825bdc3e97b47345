/** An error text of pi-ai -> its code, as an ordered table. Not here: taking the text apart (error-text.ts), and finishes that are no error (stop-reason.ts). */

import type { AssistantMessage } from '@earendil-works/pi-ai'
import { isContextOverflow } from '@earendil-works/pi-ai/utils/overflow'
import { isErrorStatus, readErrorText, type ErrorFacts } from './error-text.ts'
import { CONTEXT_WINDOW_EXCEEDED_CODE, type ErrorCode } from './vocabulary.ts'

type Facts = ErrorFacts & { overflow: boolean }
type Rule = {
  code: ErrorCode
  /** One of these is enough. */
  label?: RegExp
  prose?: RegExp
  overflow?: true
  /** Takes the rule back. */
  unless?: RegExp
}

/** A wait of this kind means a window that refills: the same words without it mean that money or a plan ran out. */
const refillsSoon =
  /(?:retry|try again) (?:in|after) \d|RetryInfo|retryDelay|per[\s_-]?minute|\bper min\b|\b[TR]PM\b/i

/** What pi-ai itself says about the end of a stream. First, because some of these quote the model's own text. */
const endOfStream: Rule[] = [
  { code: 'TRANSPORT', prose: /^Could not parse Anthropic SSE event/ },
  { code: 'TRANSPORT', prose: /^(?:[\w ]+ )?[Ss]tream ended (?:without|before) / },
  { code: 'TRANSPORT', prose: /^OpenAI Responses stream completed with an unfinished tool call/ },
  // What node:http says of a connection that breaks inside a body: https://nodejs.org/api/http.html#class-httpincomingmessage
  { code: 'TRANSPORT', prose: /^aborted$/ },
  { code: 'CONTENT_FILTER', prose: /^The model refused to complete the request/ },
  { code: 'CONTENT_FILTER', prose: /^(?:Provider|Response) [\w ]+: (?:content_filter|sensitive|guardrail)/ },
  {
    code: 'CONTENT_FILTER',
    prose: /^Provider stopped with: (?:IMAGE_)?(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII)\b/,
  },
  { code: CONTEXT_WINDOW_EXCEEDED_CODE, prose: /^[\w ]+: model_context_window_exceeded/ },
  { code: 'OVERLOADED', prose: /^Provider finish_reason: insufficient_system_resource/ },
  { code: 'SERVER', prose: /^Provider (?:finish_reason|stopped with): (?:error|network_error)\b/ },
  { code: 'PI_AI_ERROR', prose: /^(?:Provider finish_reason|Provider stopped with|Unhandled stop reason): / },
]

/** What the provider said, better than any status: Anthropic bills by 400, Gemini refuses a key by 400, gateways wrap. */
const providerWords: Rule[] = [
  {
    code: 'CONTENT_FILTER',
    label: /content_filter|content_policy|ResponsibleAIPolicyViolation|data_inspection_failed|\bcode:1301\b/,
    // The code of a Responses error stands before its words, and says which it is.
    unless: /^invalid_prompt: /,
    // OpenRouter forbids by 403 what moderation flags: https://openrouter.ai/docs/api-reference/errors
    prose:
      /content filter|content management policy|\b(?:input|prompt|content) was flagged\b|violat\w+ (?:our|the|\w+'s) (?:usage|content) (?:polic|guide)/i,
  },
  {
    code: 'QUOTA',
    // 1308 and 1113 are z.ai's plan limit and empty balance: https://docs.z.ai/api-reference/api-code
    label:
      /insufficient_(?:quota|balance|credits)|billing_|BILLING_DISABLED|exceeded_current_quota|spend_limit|usage_limit|UsageLimit|Arrearage|budget_exceeded|\bcode:(?:1308|1113)\b/,
    prose:
      /insufficient[ _](?:account )?(?:quota|balance|credits?|funds)|credit balance|out of (?:credits|budget)|more credits|budget has been exceeded|billing (?:hard )?limit|usage limits? (?:has been )?reached|reached your [\w ]*(?:usage|spend\w*) limits?|(?:monthly|spend\w*) limit|usage is required|in arrears/i,
  },
  {
    code: 'QUOTA',
    prose: /exceeded (?:your|the) [\w ]*quota|quota (?:has been )?exceeded|quota [\w ]*exhausted|PerDay/i,
    unless: refillsSoon,
  },
  {
    code: 'RATE_LIMIT',
    label:
      /rate_?limit|Throttling|too_?many_?requests|RESOURCE_?EXHAUSTED|ServiceQuotaExceeded|\bcode:130[02]\b/i,
    // Bedrock's throttling and daily caps count tokens: no overflow, though pi-ai's pattern list takes them for one.
    prose:
      /(?<![a-z])rate[ _-]?limit|too many requests|high concurrency usage|too many tokens(?:,? please wait| per | processed)|limit of [\d,]+ requests|resource.?exhausted|throttl|exceeded (?:your|the) [\w ]*quota|quota exceeded/i,
  },
  {
    code: CONTEXT_WINDOW_EXCEEDED_CODE,
    overflow: true,
    label:
      /context_(?:length|window)_exceeded|ContextWindowExceeded|exceed_context_size|prompt_tokens_exceeded|too_many_(?:prompt_)?tokens|request_too_large|\bcode:1261\b/i,
    // Wordings pi-ai 1.6.0 does not list: Anthropic, Bedrock and its Mantle endpoint, GLM, Cohere, llama.cpp, vLLM.
    prose:
      /exceeds? (?:the |this |your )?(?:model'?s? )?(?:max(?:imum)? )?context (?:window|length|limit|size)|context (?:size|length|window) (?:has been |was |is )?exceeded|too (?:large|long) for (?:this |the )?model|\binput is too long\b|exceeds? the max(?:imum)? input token limit|prompt tokens \([\d,]+\) exceed|more than max tokens allowed|too many tokens: total|longer than the (?:maximum )?(?:model|context) length|`inputs` tokens \+ `max_new_tokens` must be|maximum context length (?:is|of) [\d,]+/i,
  },
  {
    code: 'AUTH',
    label:
      /authentication_error|invalid_authentication|AuthenticationError|invalid_api_key|API_KEY_INVALID|UNAUTHENTICATED|UnrecognizedClient|InvalidSignature|IncompleteSignature|ExpiredToken|MissingAuthenticationToken/,
    prose:
      /^No API key for provider|(?:invalid|incorrect|expired|missing) (?:x-)?api[ -]?key|api key (?:is )?(?:not valid|not found|invalid|expired)|security token [\w ]*(?:invalid|expired)|authentication (?:fails|header|token)/i,
  },
  { code: 'PERMISSION', label: /permission_?(?:error|denied)|AccessDenied|access_denied|code:forbidden/i },
  {
    code: 'NOT_FOUND',
    label: /not_found_error|model_not_found|NOT_FOUND|ResourceNotFound|NotFoundError|DeploymentNotFound/,
    prose: /\bmodel\b[^{}]{0,100}?\b(?:not found|does not exist)\b/i,
  },
  {
    code: 'OVERLOADED',
    label:
      /overloaded|\bUNAVAILABLE\b|ServiceUnavailable|^Service unavailable|ModelNotReady|capacity_exceeded|server_busy/,
    prose:
      /overloaded|service (?:is )?(?:temporarily )?unavailable|(?:at|over|no) capacity|capacity (?:temporarily )?exceeded|high (?:demand|traffic)|servers? (?:is|are) (?:currently )?busy/i,
  },
  { code: 'TIMEOUT', label: /timeout_error|DEADLINE_EXCEEDED|ModelTimeout/ },
  {
    code: 'SERVER',
    label: /ModelError|ModelStreamError|^Model stream error/,
    prose: /Request failed during generation/,
  },
]

/** Types so general that a status says more: OpenAI sends `invalid_request_error` with 401, 403 and 404. */
const generalWords: Rule[] = [
  {
    code: 'INVALID_REQUEST',
    label:
      /invalid_request|INVALID_ARGUMENT|FAILED_PRECONDITION|OUT_OF_RANGE|invalid_prompt|invalid_parameter|BadRequestError|ValidationException|^Validation error/,
  },
  {
    code: 'SERVER',
    label:
      /api_error|server_?error|internal_?(?:server_?)?error|InternalServerException|\bstatus:(?:INTERNAL|UNKNOWN|DATA_LOSS)\b|^Internal server error/i,
  },
]

/** Plain words, in a text that has neither status nor type. */
const plainWords: Rule[] = [
  // Groq's words for a call the model could not write: https://console.groq.com/docs/errors
  { code: 'INVALID_REQUEST', prose: /^Failed to call a function\b/ },
  { code: 'ABORTED', prose: /^(?:Request (?:was )?aborted|This operation was aborted)/ },
  { code: 'TIMEOUT', prose: /timed? ?out|ETIMEDOUT|_TIMEOUT\b|deadline exceeded/i },
  {
    code: 'SERVER',
    prose:
      /while running the model|model runner has|server(?: had an)? error|error occurred while processing your request|\bupstream error\b|^litellm\.APIConnectionError|internal error|bad gateway|provider returned (?:an )?error|try your request again/i,
  },
  {
    code: 'TRANSPORT',
    prose:
      /\bE(?:CONN(?:RESET|REFUSED|ABORTED)|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b|getaddrinfo|UND_ERR_SOCKET|EPROTO\b|socket|other side closed|fetch failed|\bterminated\b|network.?error|connection.?(?:error|reset|refused|closed|lost)|certificate|http\/?2 (?:request|stream)|stream has been canceled|websocket (?:closed|error)|disconnected before completion|reset before headers|unexpected EOF/i,
  },
  {
    code: 'TRANSPORT',
    prose:
      /malformed server-sent|end of JSON input|Unterminated string in JSON|is not valid JSON|^Incomplete JSON segment|^Unexpected token/,
  },
  { code: 'AUTH', prose: /\bunauthorized\b/i },
]

const before = [...endOfStream, ...providerWords]
const after = [...generalWords, ...plainWords]

const statusCodes: Record<number, ErrorCode> = {
  401: 'AUTH',
  402: 'QUOTA',
  403: 'PERMISSION',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  410: 'NOT_FOUND',
  413: CONTEXT_WINDOW_EXCEEDED_CODE,
  424: 'SERVER',
  429: 'RATE_LIMIT',
  499: 'ABORTED',
  503: 'OVERLOADED',
  504: 'TIMEOUT',
  524: 'TIMEOUT',
  529: 'OVERLOADED',
}

/** The code of a message that failed with a text; `PI_AI_ERROR` where the text does not tell. */
export function classifyError(message: AssistantMessage): ErrorCode {
  const facts = readFacts(message)
  return (
    firstMatch(before, facts) ??
    (facts.status === undefined ? undefined : codeOfStatus(facts.status)) ??
    firstMatch(after, facts) ??
    'PI_AI_ERROR'
  )
}

function codeOfStatus(status: number): ErrorCode {
  return statusCodes[status] ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER')
}

function firstMatch(rules: readonly Rule[], facts: Facts): ErrorCode | undefined {
  return rules.find((rule) => matches(rule, facts))?.code
}

function matches(rule: Rule, facts: Facts): boolean {
  if (rule.unless?.test(facts.prose)) return false
  return Boolean(
    rule.label?.test(facts.labels) || rule.prose?.test(facts.prose) || (rule.overflow && facts.overflow),
  )
}

function readFacts(message: AssistantMessage): Facts {
  const facts = readErrorText(message.errorMessage ?? '')
  const { status, errorCode } = readDiagnostics(message)
  const known = facts.status ?? status
  return {
    ...facts,
    ...(known !== undefined && { status: known }),
    labels: errorCode === undefined ? facts.labels : `${facts.labels} ${errorCode}`,
    overflow: isContextOverflow({ ...message, errorMessage: withoutMisleading(facts.prose) }),
  }
}

/** Bedrock keeps the status and the exception's name beside the text, where its prefix may have replaced both. */
function readDiagnostics(message: AssistantMessage): { status?: number; errorCode?: string } {
  const details = message.diagnostics?.find(({ type }) => type === 'bedrock_response_failure')?.details
  const { status, errorCode } = details ?? {}
  return {
    ...(isErrorStatus(status) && { status }),
    ...(typeof errorCode === 'string' && { errorCode }),
  }
}

/**
 * pi-ai takes every "exceeds the limit of N" and "too many tokens" for an overflow; images, requests and throttling are
 * limited in the same words. Only what counts tokens is left for it to see.
 * See https://github.com/anomalyco/opencode/issues/13015
 */
function withoutMisleading(text: string): string {
  return text
    .replace(/exceeds the limit of [\d,]+(?! *tokens)/gi, (words, at: number) =>
      /token/i.test(text.slice(Math.max(0, at - 40), at)) ? words : '',
    )
    .replace(/too many tokens(?=,? please wait| per | processed)/gi, '')
}
