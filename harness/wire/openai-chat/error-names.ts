/** The `code` and `type` words of chat completions servers, and the failure each means. Not here: reading them from a body (read-error.ts). */

import type { FailureCode } from '../../turn/failure.ts'

/**
 * Words that decide by themselves, lower case. OpenAI https://platform.openai.com/docs/guides/error-codes, Azure
 * https://learn.microsoft.com/azure/ai-services/openai/how-to/content-filters, Groq https://console.groq.com/docs/errors,
 * Mistral https://docs.mistral.ai/api/, Perplexity https://docs.perplexity.ai/guides/perplexity-sdk-error-handling,
 * Hugging Face https://github.com/huggingface/text-generation-inference (error_type), llama.cpp
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp, Databricks
 * https://docs.databricks.com/api/workspace/introduction, Kimi https://platform.moonshot.ai/docs/api/errors, DashScope
 * https://www.alibabacloud.com/help/en/model-studio/error-code, LiteLLM https://docs.litellm.ai/docs/proxy/users, and the
 * numbers of z.ai https://docs.z.ai/api-reference/api-code.
 */
const decisive: Readonly<Record<string, FailureCode>> = {
  invalid_api_key: 'AUTH',
  incorrect_api_key: 'AUTH',
  authentication_error: 'AUTH',
  authenticationerror: 'AUTH',
  invalid_authentication: 'AUTH',
  unauthorized: 'AUTH',
  unauthenticated: 'AUTH',
  permission_error: 'PERMISSION',
  permission_denied: 'PERMISSION',
  permissiondeniederror: 'PERMISSION',
  forbidden: 'PERMISSION',
  unsupported_country_region_territory: 'PERMISSION',
  model_not_found: 'NOT_FOUND',
  not_found: 'NOT_FOUND',
  not_found_error: 'NOT_FOUND',
  notfounderror: 'NOT_FOUND',
  deploymentnotfound: 'NOT_FOUND',
  insufficient_quota: 'QUOTA',
  insufficient_balance: 'QUOTA',
  insufficient_credits: 'QUOTA',
  billing_error: 'QUOTA',
  billing_not_active: 'QUOTA',
  billing_hard_limit_reached: 'QUOTA',
  exceeded_current_quota_error: 'QUOTA',
  quota_exceeded: 'QUOTA',
  budget_exceeded: 'QUOTA',
  arrearage: 'QUOTA',
  '1113': 'QUOTA',
  '1308': 'QUOTA',
  rate_limit_exceeded: 'RATE_LIMIT',
  rate_limit_error: 'RATE_LIMIT',
  ratelimiterror: 'RATE_LIMIT',
  rate_limited: 'RATE_LIMIT',
  rate_limit: 'RATE_LIMIT',
  too_many_requests: 'RATE_LIMIT',
  tokens: 'RATE_LIMIT',
  requests: 'RATE_LIMIT',
  rate_limit_reached_error: 'RATE_LIMIT',
  '1302': 'RATE_LIMIT',
  '1303': 'RATE_LIMIT',
  overloaded: 'OVERLOADED',
  overloaded_error: 'OVERLOADED',
  engine_overloaded: 'OVERLOADED',
  engine_overloaded_error: 'OVERLOADED',
  service_unavailable: 'OVERLOADED',
  service_unavailable_error: 'OVERLOADED',
  slow_down: 'OVERLOADED',
  capacity_exceeded: 'OVERLOADED',
  service_tier_capacity_exceeded: 'OVERLOADED',
  context_length_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
  context_window_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
  too_many_prompt_tokens: 'CONTEXT_WINDOW_EXCEEDED',
  exceed_context_size_error: 'CONTEXT_WINDOW_EXCEEDED',
  model_max_prompt_tokens_exceeded: 'CONTEXT_WINDOW_EXCEEDED',
  too_many_tokens: 'CONTEXT_WINDOW_EXCEEDED',
  '1261': 'CONTEXT_WINDOW_EXCEEDED',
  content_filter: 'CONTENT_FILTER',
  content_policy_violation: 'CONTENT_FILTER',
  responsibleaipolicyviolation: 'CONTENT_FILTER',
  data_inspection_failed: 'CONTENT_FILTER',
  '1301': 'CONTENT_FILTER',
  timeout: 'TIMEOUT',
  timeout_error: 'TIMEOUT',
  request_timeout: 'TIMEOUT',
}

/** Words that servers use for errors of every kind, a wrong key included: only where neither a status nor another word speaks. */
const vague: readonly (readonly [RegExp, FailureCode])[] = [
  [
    /^(?:invalid_|bad_?request|unprocessable|validation|tool_use_failed|json_validate_failed)/,
    'INVALID_REQUEST',
  ],
  [/^(?:server_error|internal_|internalserver|api_error|generation$)/, 'SERVER'],
]

export function codeOfName(name: string): FailureCode | undefined {
  const word = name.toLowerCase()
  return Object.hasOwn(decisive, word) ? decisive[word] : undefined
}

export function codeOfVagueName(name: string): FailureCode | undefined {
  return vague.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]
}
