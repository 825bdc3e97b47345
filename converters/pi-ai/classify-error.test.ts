import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyError } from './classify-error.ts'
import { failedWith } from './messages.fixture.ts'
import type { ErrorCode } from './vocabulary.ts'

const codeOf = (text: string): ErrorCode => classifyError(failedWith(text))
const codeBeside = (details: { status?: number; errorCode?: string }): ErrorCode => {
  const diagnostics = [{ type: 'bedrock_response_failure', timestamp: 0, details }]
  return classifyError(failedWith('Unknown: no', { diagnostics }))
}

describe('a status alone', () => {
  it.each<[number, ErrorCode]>([
    [400, 'INVALID_REQUEST'],
    [401, 'AUTH'],
    [402, 'QUOTA'],
    [403, 'PERMISSION'],
    [404, 'NOT_FOUND'],
    [408, 'TIMEOUT'],
    [413, 'CONTEXT_WINDOW_EXCEEDED'],
    [422, 'INVALID_REQUEST'],
    [429, 'RATE_LIMIT'],
    [500, 'SERVER'],
    [502, 'SERVER'],
    [503, 'OVERLOADED'],
    [504, 'TIMEOUT'],
    [524, 'TIMEOUT'],
    [529, 'OVERLOADED'],
  ])('%i is %s, in all three positions', (status, code) => {
    expect(codeOf(`HTTP ${status}: x`)).toBe(code)
    expect(codeOf(`acme API error (${status}): x`)).toBe(code)
    expect(codeOf(`${status} status code (no body)`)).toBe(code)
  })

  it('is not found inside ids and counts', () => {
    fc.assert(
      fc.property(fc.constantFrom(401, 403, 404, 429, 500, 503), fc.nat(9999), (status, n) => {
        expect(codeOf(`HTTP 400: bad field, request req_${status} no. ${status}-${n}`)).toBe(
          'INVALID_REQUEST',
        )
        expect(codeOf(`it broke, request req-${status} (${status})`)).toBe('PI_AI_ERROR')
      }),
    )
  })
})

describe('quota and rate limit', () => {
  it.each<[string, ErrorCode]>([
    ['HTTP 429: insufficient_quota', 'QUOTA'],
    ['429: {"message":"You exceeded your current quota.","code":null}', 'QUOTA'],
    ['400 {"error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}', 'QUOTA'],
    ['403 {"error":{"type":"billing_error","message":"Extra usage is required"}}', 'QUOTA'],
    ['429: {"code":"1308","message":"Usage limit reached"}', 'QUOTA'],
    ['402: {"message":"Insufficient Balance","code":"invalid_request_error"}', 'QUOTA'],
    ['429: {"message":"Quota exceeded for metric X per day per user","code":429}', 'QUOTA'],
    ['{"error":{"code":429,"message":"out","details":[{"quotaId":"RequestsPerDay"}]}}', 'QUOTA'],
    ['429: {"message":"You exceeded your current quota. Please retry in 36.4s."}', 'RATE_LIMIT'],
    ['{"error":{"code":429,"message":"Quota exceeded","details":[{"@type":"x/RetryInfo"}]}}', 'RATE_LIMIT'],
    ['429: {"message":"You exceeded your current quota, 5 requests per minute"}', 'RATE_LIMIT'],
    ['{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota)."}}', 'RATE_LIMIT'],
    ['429: {"message":"call rate limit hit, ask for more quota, retry after 2 seconds"}', 'RATE_LIMIT'],
    ['413: {"message":"too large on tokens per minute (TPM)","code":"rate_limit_exceeded"}', 'RATE_LIMIT'],
    ['Too many tokens per day, please wait', 'RATE_LIMIT'],
    ['Throttling error: Too many tokens, please wait before trying again.', 'RATE_LIMIT'],
    ['ServiceQuotaExceededException: Too many tokens per day', 'RATE_LIMIT'],
    ['HTTP 429: rate limit for key 403', 'RATE_LIMIT'],
    ['HTTP 400: exceeds the limit of 100 requests', 'RATE_LIMIT'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })
})

describe('context overflow', () => {
  it.each([
    'HTTP 400: input exceeds the model context window limit',
    'HTTP 400: request too large for model context',
    'prompt is too long: 213462 tokens > 200000 maximum',
    '400: {"type":"context_window_exceeded","code":400,"message":"no"}',
    '400 {"error":{"message":"input length and `max_tokens` exceed context limit: 1 + 2 > 2"}}',
    'Unknown: The input is too long',
    '400: {"message":"prompt tokens (9) exceed model maximum (8) for base model"}',
    '400: {"message":"tokens in request more than max tokens allowed"}',
    '400: {"message":"too many tokens: total number of tokens cannot exceed 8"}',
    '400: {"message":"prompt token count of 9 exceeds the limit of 8"}',
    '503: {"message":"wrapped: token count exceeds the model\'s maximum context length of 8 tokens"}',
  ])('%s', (text) => {
    expect(codeOf(text)).toBe('CONTEXT_WINDOW_EXCEEDED')
  })

  it.each([
    'temperature exceeds maximum allowed value',
    'image exceeds the limit of 20',
    'too many tokens processed',
  ])('is not: %s', (text) => {
    expect(codeOf(`HTTP 400: ${text}`)).not.toBe('CONTEXT_WINDOW_EXCEEDED')
  })
})

describe('what the provider says', () => {
  it.each<[string, ErrorCode]>([
    ['No capacity for this model.', 'OVERLOADED'],
    ['"Request failed during generation: CUDA out of memory"', 'SERVER'],
    ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'OVERLOADED'],
    ['{"type":"error","error":{"type":"authentication_error","message":"no"}}', 'AUTH'],
    ['{"type":"error","error":{"type":"api_error","message":"Connection closed."}}', 'SERVER'],
    ['{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}', 'AUTH'],
    ['got status: UNAVAILABLE. {"error":{"code":503,"status":"UNAVAILABLE"}}', 'OVERLOADED'],
    ['401: {"type":"invalid_request_error","code":null,"message":"who?"}', 'AUTH'],
    ['400: {"type":"invalid_request_error","message":"timeout must be below 600"}', 'INVALID_REQUEST'],
    ['Mistral API error (429): {"type":"service_tier_capacity_exceeded"}', 'OVERLOADED'],
    ['400: {"code":"content_filter","message":"no"}', 'CONTENT_FILTER'],
    ['400: {"error":"Model not found: acme-9"}', 'NOT_FOUND'],
    ['AccessDeniedException: not authorized', 'PERMISSION'],
    ['ModelTimeoutException: slow', 'TIMEOUT'],
    ['server_error: the model had a problem', 'SERVER'],
    ['aborted', 'TRANSPORT'],
    ['403 <html><title>Unauthorized: overloaded</title></html>', 'PERMISSION'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('does not depend on the order of fields', () => {
    const fields = ['"type":"rate_limit_error"', '"message":"x 403"', '"code":null', '"param":"500"']
    fc.assert(
      fc.property(fc.shuffledSubarray(fields, { minLength: 4 }), (order) => {
        expect(codeOf(`400: {${order.join(',')}}`)).toBe('RATE_LIMIT')
      }),
    )
  })
})

describe('what pi-ai and the network say', () => {
  it.each<[string, ErrorCode]>([
    ['Stream ended without finish_reason', 'TRANSPORT'],
    ['Anthropic stream ended before message_stop', 'TRANSPORT'],
    ['Could not parse Anthropic SSE event x: bad; data={"text":"rate limit"}', 'TRANSPORT'],
    ['Provider finish_reason: content_filter', 'CONTENT_FILTER'],
    ['Provider stopped with: SAFETY', 'CONTENT_FILTER'],
    ['Provider stopped with: error (server error)', 'SERVER'],
    ['Provider finish_reason: timeout_of_sorts', 'PI_AI_ERROR'],
    ['Unhandled stop reason: model_context_window_exceeded', 'CONTEXT_WINDOW_EXCEEDED'],
    ['Connection error.: read ECONNRESET', 'TRANSPORT'],
    ['ECONNRESET socket closed', 'TRANSPORT'],
    ['other side closed', 'TRANSPORT'],
    ['HTTP2 request did not get a response', 'TRANSPORT'],
    ['WebSocket closed unexpectedly', 'TRANSPORT'],
    ['fetch failed: self-signed certificate', 'TRANSPORT'],
    ['terminated: Body Timeout Error (UND_ERR_BODY_TIMEOUT)', 'TIMEOUT'],
    ['provider timed out', 'TIMEOUT'],
    ['"model runner has unexpectedly stopped"', 'SERVER'],
    ['an error was met while running the model: unexpected EOF', 'SERVER'],
    ['No API key for provider: acme', 'AUTH'],
    ['boom', 'PI_AI_ERROR'],
    ['Unknown: what this is', 'PI_AI_ERROR'],
    ['', 'PI_AI_ERROR'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('reads the status and the exception that Bedrock keeps beside the text', () => {
    expect(codeBeside({ status: 403 })).toBe('PERMISSION')
    expect(codeBeside({ errorCode: 'ThrottlingException' })).toBe('RATE_LIMIT')
    expect(codeBeside({})).toBe('PI_AI_ERROR')
  })
})

describe('what hosts say in words alone, or against their status', () => {
  it.each<[string, ErrorCode]>([
    ['invalid_prompt: The prompt was flagged.', 'INVALID_REQUEST'],
    ['403: {"message":"Your input was flagged for \\"violence\\".","code":403}', 'CONTENT_FILTER'],
    [
      '{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"reason":"BILLING_DISABLED"}]}}',
      'QUOTA',
    ],
    ['ModelNotReadyException: The model is not ready for inference.', 'OVERLOADED'],
    ['422 "`inputs` tokens + `max_new_tokens` must be <= 8193"', 'CONTEXT_WINDOW_EXCEEDED'],
    ['429 {"errors":[{"message":"AiError: Capacity temporarily exceeded","code":3040}]}', 'OVERLOADED'],
    ['High traffic detected (2064)', 'OVERLOADED'],
    ['High concurrency usage of this API, please reduce concurrency.', 'RATE_LIMIT'],
    ['Failed to call a function.', 'INVALID_REQUEST'],
    ['Upstream error from Venice', 'SERVER'],
    ['An error occurred while processing your request.', 'SERVER'],
    ['litellm.APIConnectionError: OpenAIException - peer closed connection', 'SERVER'],
    ['write EPROTO 408D:error:0A00010B:SSL routines:wrong version number', 'TRANSPORT'],
    ['Unterminated string in JSON at position 44 (line 1 column 45)', 'TRANSPORT'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })
})
